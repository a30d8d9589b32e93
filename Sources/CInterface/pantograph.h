/*
 * Pantograph: touches drive interruptible animations.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PANTOGRAPH_H
#define PANTOGRAPH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @file
 * A session turns touches into the trajectory of an animation: while a gesture lasts, the fingers move the
 * animation; at the release, a rule decides where it settles, and a spring takes over the fingers' velocity.
 *
 * @code
 * struct pg_interaction *sheet;
 * struct pg_session *session;
 * struct pg_sample sample;
 * double offset;
 *
 * pg_interaction_create(text, strlen(text), &sheet, &error);
 * pg_session_create(sheet, start, NULL, &session, &error);
 * pg_session_feed(session, time, contacts, 1);                       // for each touch frame
 * pg_session_sample_at(session, presentation_time, &sample, &offset, 1); // for each display frame
 * pg_session_destroy(session);
 * pg_interaction_destroy(sheet);
 * @endcode
 *
 * - Times are microseconds on a clock of the caller's that never goes back, such as CLOCK_MONOTONIC, and lie
 *   within 200 years of a session's first one. The library has no clock: time passes only by the times that it
 *   is given.
 * - Positions and lengths are millimetres, x to the right and y downwards. Pressure and progress are
 *   fractions; velocities are per second. NAN stands for what is not known.
 * - A time before the latest that a session or recogniser knows counts as that one, except where a call says
 *   otherwise.
 * - Every call that can fail says why. Calls with a session keep the reason for pg_session_error(); all others
 *   store it in their last argument, `error`, which may be NULL.
 * - A handle may be used by any thread, and by one at a time. A call during another one with the same
 *   session, from another thread or from a callback, returns PG_BUSY and has no effect, and so does one with
 *   the same recogniser. Calls that return a number return 0, and those for the next time PG_NEVER; in a
 *   callback, pg_session_error() distinguishes this from a session that has nothing: it returns PG_BUSY, too.
 *   An interaction never changes, so threads and sessions may share it.
 * - The caller provides the memory for results, and says how much fits. No call writes more; the number that
 *   there are is in the result or in the sample. Strings that are returned live as long as the handle they
 *   come from; those of pg_name() and pg_version() live as long as the process.
 * - No call terminates the process because of its arguments, except for pointers that do not point to what
 *   they should. A handle argument that is NULL yields PG_INVALID.
 *
 * The interface is version 0: it may change with each release, and the name of the shared object changes
 * with it.
 */

/** The result of a call. */
typedef int32_t pg_status;

enum {
	/** The call succeeded. */
	PG_OK = 0,
	/** There is nothing more to read. */
	PG_END = 1,
	/** An argument is out of range, or NULL. */
	PG_INVALID = 2,
	/** A text or recording can't be used; struct pg_error says why. */
	PG_UNUSABLE = 3,
	/** The session or recogniser is in use by another thread, or the session is called from its own callback. */
	PG_BUSY = 4,
	/** It is too late for the call: the time that it is about has passed, or what it would change does not run. */
	PG_TOO_LATE = 5,
	/** The session keeps as many samples as it can; take some, and call again. */
	PG_FULL = 6
};

/**
 * Why a call failed, and for a text or a recording, where.
 *
 * A call that takes one always writes it; the message is empty after a success.
 */
struct pg_error {
	/** The line, from 1; 0 if the mistake has no position. */
	int32_t line;
	/** The column in bytes, from 1; 0 if only the line is known. */
	int32_t column;
	/** What is wrong and often what to do, in UTF-8, cut off at a character if it is too long. */
	char message[248];
};

/** Returns the version of the library, such as "0.9.0". */
const char *pg_version(void);

/* ------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup interaction What a gesture does to an animation
 * An interaction is made from JSON, in the form of the interaction file that `pantograph interaction` writes.
 * @{
 */

struct pg_interaction;

/**
 * Reads the text of an interaction file.
 *
 * @param text JSON in UTF-8, at most 16 MiB
 * @param length the number of bytes
 * @param[out] interaction the new interaction; NULL on failure
 * @param[out] error why it can't be used; may be NULL
 */
pg_status pg_interaction_create(const char *text, size_t length, struct pg_interaction **interaction,
                                struct pg_error *error);

/**
 * Creates the interaction of a template, such as "sheet"; pg_name(PG_TEMPLATES, …) lists them.
 */
pg_status pg_interaction_create_from_template(const char *name, struct pg_interaction **interaction,
                                              struct pg_error *error);

/**
 * Creates an interaction that differs from another one in one value.
 *
 * @param path the keys to the value, separated by slashes, such as "animation/duration"; members of arrays
 *             are numbered from 0; a last key that does not exist yet is added
 * @param json the new value, such as "0.4"
 * @param[out] error why it can't be used; its line and column are those of a mistake in `json`, or 0
 */
pg_status pg_interaction_create_with(const struct pg_interaction *original, const char *path, const char *json,
                                     struct pg_interaction **interaction, struct pg_error *error);

/**
 * Creates an interaction that differs from another one in the thresholds of its rule.
 *
 * In its text the clauses of the rule are written out, also beside a preset; all else stays as it is.
 *
 * @param thresholds one for each condition of the rule, in the order of the clauses and in the condition's unit
 * @param count the number of conditions; PG_INVALID for another number
 */
pg_status pg_interaction_create_with_thresholds(const struct pg_interaction *original, const double *thresholds,
                                                size_t count, struct pg_interaction **interaction,
                                                struct pg_error *error);

/**
 * Writes the text that the interaction was made from, and returns the length without the final zero byte, as snprintf
 * does; a text that is too long is cut off at a character.
 */
size_t pg_interaction_text(const struct pg_interaction *interaction, char *text, size_t capacity);

/** Frees an interaction; sessions that use it keep what they need. NULL is ignored. */
void pg_interaction_destroy(struct pg_interaction *interaction);

/** Returns the number of samples per second, or 0 for NULL. */
double pg_interaction_rate(const struct pg_interaction *interaction);

/** Returns the number of values of each sample: the properties that the animation moves. */
size_t pg_interaction_value_count(const struct pg_interaction *interaction);

/** Returns the name of a value, such as "offset"; NULL if there are not so many. */
const char *pg_interaction_value_name(const struct pg_interaction *interaction, size_t index);

struct pg_surface;

/**
 * Checks whether the interaction can have sessions on a surface; pg_session_create() returns PG_INVALID if not.
 *
 * @param surface the surface; NULL if not known
 * @param[out] error why not; may be NULL
 */
pg_status pg_interaction_check_surface(const struct pg_interaction *interaction, const struct pg_surface *surface,
                                       struct pg_error *error);

/** @} */

/* ------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup device Input devices
 * The description of an evdev device, for sessions that receive its events.
 * @{
 */

struct pg_device;
struct libevdev;

/** An event of the kernel, as in struct input_event. */
struct pg_input_event {
	/** The time in microseconds. */
	int64_t time;
	uint16_t type;
	uint16_t code;
	int32_t value;
};

/** Creates the description of a device that has nothing yet. */
pg_status pg_device_create(const char *name, struct pg_device **device, struct pg_error *error);

/** Describes the open device of a file descriptor, which stays the caller's. In libpantograph-evdev. */
pg_status pg_device_create_from_fd(int fd, struct pg_device **device, struct pg_error *error);

/** Describes a device of libevdev, which stays the caller's. In libpantograph-evdev. */
pg_status pg_device_create_from_libevdev(const struct libevdev *evdev, struct pg_device **device,
                                         struct pg_error *error);

/** Adds an input property, such as INPUT_PROP_DIRECT of a touchscreen. */
pg_status pg_device_add_property(struct pg_device *device, uint16_t property, struct pg_error *error);

/** Adds a code that the device can send, such as EV_KEY, BTN_TOUCH. */
pg_status pg_device_add_code(struct pg_device *device, uint16_t type, uint16_t code, struct pg_error *error);

/**
 * Adds an absolute axis, or changes its range.
 *
 * @param maximum no less than `minimum`
 * @param resolution units per millimetre; 0 if not known
 */
pg_status pg_device_add_axis(struct pg_device *device, uint16_t code, int32_t minimum, int32_t maximum,
                             int32_t resolution, struct pg_error *error);

/** Frees a description; sessions that use it keep what they need. NULL is ignored. */
void pg_device_destroy(struct pg_device *device);

/** @} */

/* ------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup session Sessions
 * A session drives one animation. It takes touch frames, or the events of a device, and returns samples and
 * events.
 * @{
 */

struct pg_session;

/** The surface that the fingers touch. */
struct pg_surface {
	/** The width and height, from 0.001 to 1e6 millimetres. */
	double width, height;
	/**
	 * The device's units per millimetre, from 0.001 to 1e6; 0 if not known. Only interactions in device units need
	 * them.
	 */
	double units_per_mm_x, units_per_mm_y;
};

/** Marks of a contact. */
enum {
	/** The contact is a palm, not a finger. */
	PG_CONTACT_PALM = 1
};

/** A finger or pen on the surface. */
struct pg_contact {
	/** A number that stays the same until the finger lifts, and that no other contact has. */
	int64_t id;
	/** The distance from the left and from the upper edge, in millimetres. */
	double x, y;
	/** The pressure from 0 to 1; NAN if the device does not report it. */
	double pressure;
	/** PG_CONTACT_PALM, or 0. */
	uint32_t flags;
	/** Reserved; 0. */
	uint32_t reserved;
};

/** What an animation is doing. */
typedef int32_t pg_phase;

enum {
	/** Nothing has happened yet. */
	PG_IDLE = 0,
	/** The fingers move it. */
	PG_TRACKING = 1,
	/** It runs by itself. */
	PG_SETTLING = 2,
	/** It has come to an end. */
	PG_REST = 3
};

/** The state of an animation at a time. */
struct pg_sample {
	/** The time on the caller's clock. */
	int64_t time;
	/** The progress: 0 at the start, 1 at the end; a spring may overshoot. */
	double fraction;
	/** The change of the progress per second. */
	double velocity;
	/** What it is doing. */
	pg_phase phase;
	/** The number of its values, also of those for which the caller had no room. */
	uint32_t value_count;
};

/** A kind of event. */
typedef int32_t pg_event_kind;

enum {
	/** A gesture began and holds the animation. */
	PG_EVENT_BEGAN = 0,
	/** The fingers moved. */
	PG_EVENT_CHANGED = 1,
	/** The fingers were released. */
	PG_EVENT_ENDED = 2,
	/** The gesture was cancelled. */
	PG_EVENT_CANCELLED = 3,
	/** The release was judged: see outcome, target, clause. */
	PG_EVENT_DECIDED = 4,
	/** The animation continued by itself. */
	PG_EVENT_HANDOFF = 5,
	/** The animation came to an end: see target. */
	PG_EVENT_COMPLETED = 6,
	/** The running animation is held, before there is a gesture. */
	PG_EVENT_HELD = 7,
	/** An animation started without a release: see target. */
	PG_EVENT_STARTED = 8
};

/** Where a released animation settles. */
typedef int32_t pg_outcome;

enum {
	/** The event is not a decision. */
	PG_NO_OUTCOME = -1,
	/** At its end. */
	PG_FINISH = 0,
	/** At its start. */
	PG_CANCEL = 1,
	/** At a snap point between them. */
	PG_SNAP = 2
};

/** Something that happened between two samples. */
struct pg_event {
	/** The time on the caller's clock. */
	int64_t time;
	/** The progress at that time. */
	double fraction;
	/** The change of the progress per second: the fingers' until the release, then the animation's. */
	double velocity;
	/**
	 * For a decision, the progress at which the animation comes to rest; for an end, the progress there;
	 * for a start, the progress toward which it runs; else NAN.
	 */
	double target;
	/** For a decision by a snap point, the progress that was compared with the points; else NAN. */
	double judged;
	/** What happened. */
	pg_event_kind kind;
	/** For a decision, where the animation settles. */
	pg_outcome outcome;
	/** For a decision, the number of the deciding clause from 0; -1 if none held, or if nothing was judged. */
	int32_t clause;
	/**
	 * For a decision, the index of its verdict in PG_VERDICTS; for an end, of the position in PG_POSITIONS; for
	 * a start, of the animation in PG_RUNS; else -1.
	 */
	int32_t detail;
};

/** A condition of the rule, and what a release had for it. */
struct pg_finding {
	/** The number of its clause, from 0. */
	int32_t clause;
	/** 1 if the condition holds, else 0. */
	int32_t holds;
	/** The value of the release, and the threshold that it was compared with, in the unit. */
	double value, threshold;
	/** The index of the quantity in PG_QUANTITIES, such as that of "velocity". */
	int32_t quantity;
	/** The index of the comparison in PG_COMPARISONS, such as that of "above". */
	int32_t comparison;
	/** The index of the unit in PG_UNITS, such as that of "mm/s". */
	int32_t unit;
	/** Reserved. */
	int32_t reserved;
};

/** A release, as a rule sees it. Lengths are in millimetres, along the direction of progress. */
struct pg_release {
	/** The progress at the release, when the fingers grabbed the animation, and the largest in between. */
	double fraction, start_fraction, peak;
	/** The distance for the whole progress. */
	double distance;
	/** The translation along and across. */
	double travel, cross_travel;
	/** The last movement, along. */
	double last_movement;
	/** The seconds since the gesture began, and since the fingers last moved. */
	double duration, rest_time;
	/** The velocity along and across, per second. */
	double velocity, cross_velocity;
	/** The translation along from the landing to where travel begins, such as the slop; 0 if travel begins there. */
	double earlier_travel;
	/** The share of the velocity that does not move the animation, as beyond its ends; 0 if all of it does. */
	double held_back;
};

/** Receives the samples and events of a session as they come. */
struct pg_listener {
	/** Receives a sample and its values; may be NULL. */
	void (*sample)(void *data, const struct pg_sample *sample, const double *values, size_t count);
	/** Receives an event and, for a decision, its findings; may be NULL. */
	void (*event)(void *data, const struct pg_event *event, const struct pg_finding *findings, size_t count);
	/** The first argument of both. */
	void *data;
};

/** The time at which nothing will happen. */
#define PG_NEVER INT64_MAX

/**
 * Creates a session for touch frames, with the animation at its start.
 *
 * @param start the time of the first frame, within 2^62 of 0; samples lie on a grid from there
 * @param surface the surface; NULL if not known: PG_INVALID if the interaction needs its size or its units
 */
pg_status pg_session_create(const struct pg_interaction *interaction, int64_t start,
                            const struct pg_surface *surface, struct pg_session **session,
                            struct pg_error *error);

/**
 * Creates a session for the events of a device.
 *
 * @param start the time of the first event, within 2^62 of 0
 */
pg_status pg_session_create_for_device(const struct pg_interaction *interaction, int64_t start,
                                       const struct pg_device *device, struct pg_session **session,
                                       struct pg_error *error);

/**
 * Frees a session; NULL is ignored. From a callback of the session, the call that is in progress frees it when it returns, and
 * makes no more callbacks.
 */
void pg_session_destroy(struct pg_session *session);

/**
 * Takes a touch frame: all contacts at a time, none when the last finger has lifted.
 *
 * Everything before `time` is final then.
 *
 * @param contacts at most 1024, each with another id
 */
pg_status pg_session_feed(struct pg_session *session, int64_t time, const struct pg_contact *contacts,
                          size_t count);

/**
 * Takes events of the session's device; a frame is complete with SYN_REPORT.
 *
 * Only for sessions that were created for a device. If one of the events can't be taken, none is.
 */
pg_status pg_session_feed_events(struct pg_session *session, const struct pg_input_event *events,
                                 size_t count);

/**
 * A unit of the movements that a toolkit reports. PG_PROGRESS is the whole distance of the interaction.
 */
typedef int32_t pg_length_unit;

enum {
	PG_PROGRESS = 0,
	PG_MM = 1,
	/** Apple's points, 163 per inch. */
	PG_PT = 2,
	/** Android's and Flutter's, 160 per inch. */
	PG_DP = 3,
	/** CSS pixels, 96 per inch. */
	PG_PX = 4,
	/** libinput's for movements on a touchpad, 296.8 per inch. */
	PG_PAD_PX = 5,
	/** libinput's for scrolls and unaccelerated swipes on a touchpad, 267.12 per inch. */
	PG_SCROLL_PX = 6
};

/**
 * Begins a gesture that a toolkit has recognised, and of which it reports movements instead of contacts: a swipe or a
 * scroll of libinput, Wayland, GTK, Qt or SDL.
 *
 * The toolkit has decided that it is a gesture: the interaction's slop, direction and edge do not apply. It grabs a
 * running animation as fingers do; pg_session_hold() does that for a gesture in which the fingers rest. Until it has
 * ended, contacts and events of a device move nothing.
 *
 * @param fingers their number; 0 if not known
 * @return PG_TOO_LATE if another gesture is active, or if the animation can't be grabbed now; PG_INVALID if the
 *         interaction takes another number of fingers, or follows a press or the place of the fingers
 */
pg_status pg_session_begin(struct pg_session *session, int64_t time, int32_t fingers);

/**
 * Moves the gesture that pg_session_begin() has begun, as the fingers move: to the right and downwards.
 *
 * A scroll whose content moves against the fingers has the other sign. A gesture by which something is not moved but
 * scaled or turned counts in PG_PROGRESS: of a pinch, for instance, the change of its scale for the whole way.
 *
 * @return PG_TOO_LATE without such a gesture, as after a rule has judged it that judges while fingers move
 */
pg_status pg_session_move(struct pg_session *session, int64_t time, double dx, double dy, pg_length_unit unit);

/**
 * Ends that gesture: it is released and judged, or cancelled.
 *
 * @param cancelled 0, or 1 if the toolkit says that it was cancelled
 * @return PG_TOO_LATE without such a gesture
 */
pg_status pg_session_end(struct pg_session *session, int64_t time, int32_t cancelled);

/** Advances to a time by which every frame has been fed; samples up to it are final. */
pg_status pg_session_advance(struct pg_session *session, int64_t time);

/**
 * Returns the time of the next sample; PG_NEVER while nothing moves.
 *
 * It changes only when the session takes a frame or is advanced, and so do events such as PG_EVENT_COMPLETED
 * come. A caller that does neither, and only asks with pg_session_sample_at(), finds in the phase of the sample
 * whether the animation still moves: PG_IDLE and PG_REST if not.
 */
int64_t pg_session_next_time(const struct pg_session *session);

/**
 * Returns the animation's state at a time that need not be on the grid, such as the next presentation.
 *
 * The session does not change: a frame that is fed later may still lead elsewhere.
 *
 * @param time a time that is not before the last frame and the last advance; else PG_TOO_LATE
 * @param[out] sample the state; its value_count is the number of values that there are
 * @param[out] values the first values, in the order of pg_interaction_value_name(); may be NULL
 * @param capacity the number of values that fit
 */
pg_status pg_session_sample_at(const struct pg_session *session, int64_t time, struct pg_sample *sample,
                               double *values, size_t capacity);

/** Holds the running animation at a time until it is resumed, reversed, or grabbed by a gesture. */
pg_status pg_session_hold(struct pg_session *session, int64_t time);

/** Resumes the animation that pg_session_hold() has held. */
pg_status pg_session_resume(struct pg_session *session, int64_t time);

/** Runs the animation toward its other end, from wherever it is. PG_TOO_LATE while fingers move it. */
pg_status pg_session_reverse(struct pg_session *session, int64_t time);

/**
 * Settles at a progress: a workspace that a key asks for, a page that is chosen, or the start after a close button.
 *
 * It settles as after a release, a spring with the velocity that the animation has. Fingers that drive it lose it, at the
 * velocity that they have: their gesture is cancelled and not judged. An animation that is held goes on.
 *
 * @param progress where it settles, from -100 to 100: 0 is the start, 1 the end
 * @return PG_TOO_LATE if it rests there, or once the second animation has begun
 */
pg_status pg_session_settle_to(struct pg_session *session, int64_t time, double progress);

/** What stays as it is when a session goes on with another interaction. */
typedef int32_t pg_kept;

enum {
	/** The progress: the second workspace stays the second one, whatever its size. */
	PG_KEPT_PROGRESS = 0,
	/**
	 * The first value that both interactions have on a straight line, where it is seen: what has been moved stays there,
	 * whatever share of the whole that is. Without such a value, the progress.
	 */
	PG_KEPT_VALUE = 1
};

/**
 * Goes on with another interaction, from where the animation is: a workspace is added, the pages become wider, or a theme has
 * another spring.
 *
 * Fingers go on from there, and their gesture is judged by the new rule. What runs goes on as it does, unless the new
 * interaction has another animation, or settles otherwise: then it settles so, a spring with the velocity that it has. An
 * animation that rests at a snap point, or is on its way to one, settles at the nearest one of the new rule. The session
 * keeps its rate, its surface, and what it needs of the interaction.
 *
 * @param kept what stays as it is
 * @return PG_INVALID if the interaction has other values, or lengths of a surface that is not known, or for a device if only
 *         one of both interactions follows a press; PG_TOO_LATE if it takes another gesture while fingers are down, or once
 *         the second animation has begun
 */
pg_status pg_session_set_interaction(struct pg_session *session, int64_t time,
	const struct pg_interaction *interaction, pg_kept kept);

/**
 * Puts an animation that does not move at another progress at once, as a session that begins at the second workspace.
 *
 * @param progress where it is then, from -100 to 100: 0 is the start, 1 the end; of an animation that is scrubbed by time,
 *                 the share of its time
 * @return PG_TOO_LATE while it moves, or once the second animation has begun
 */
pg_status pg_session_place(struct pg_session *session, int64_t time, double progress);

/**
 * Cancels the active gesture at a time, as when the compositor takes the touches away.
 *
 * It advances to the time first, and has no other effect without a gesture.
 */
pg_status pg_session_cancel(struct pg_session *session, int64_t time);

/**
 * Ends the input, and runs the animation until it rests.
 *
 * Without a listener it returns PG_FULL once the session keeps 262 144 samples; take some, and call it again.
 */
pg_status pg_session_finish(struct pg_session *session);

/**
 * Takes samples that have not been taken yet, the oldest first.
 *
 * Without a listener, a session keeps the last 262 144 samples and as many events until they are taken. A caller
 * that needs none sets a listener without functions, so that none are kept.
 *
 * @param[out] samples the samples
 * @param capacity the number of samples that fit
 * @param[out] values a row of values for each sample, one row after the other; may be NULL
 * @param width the number of values that fit in a row; the others are left out, and the end of a longer row is left
 *              as it is
 * @return the number of samples taken; 0 when there are none
 */
size_t pg_session_take_samples(struct pg_session *session, struct pg_sample *samples, size_t capacity,
                               double *values, size_t width);

/** Takes events that have not been taken yet, the oldest first, and returns their number. */
size_t pg_session_take_events(struct pg_session *session, struct pg_event *events, size_t capacity);

/**
 * Copies the findings of the decision that was taken last, and returns their number, which may be larger than the
 * capacity.
 *
 * To see the findings of each decision, take events one at a time. A listener receives them with the event.
 */
size_t pg_session_findings(const struct pg_session *session, struct pg_finding *findings, size_t capacity);

/**
 * Copies the release of the decision that was taken last, or that a listener has received last.
 *
 * pg_interaction_judge() judges it as the session did. It returns PG_END and copies nothing if there is no decision, or
 * if that was not judged, as when the gesture was cancelled.
 */
pg_status pg_session_release(const struct pg_session *session, struct pg_release *release);

/** Sends samples and events to a listener instead of keeping them; NULL keeps them again. */
pg_status pg_session_set_listener(struct pg_session *session, const struct pg_listener *listener);

/**
 * Stores why the last call with the session that failed did so; the message is empty if none has.
 *
 * It returns PG_OK. While the session is busy it returns PG_BUSY, and for a NULL session PG_INVALID, and stores
 * just that.
 */
pg_status pg_session_error(const struct pg_session *session, struct pg_error *error);

/** @} */

/* ------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup recognizer Recognisers alone
 * A recogniser turns touch frames into the events of one gesture, without an interaction or an animation.
 * @{
 */

struct pg_recognizer;

/**
 * What a recogniser needs of a gesture. pg_recognizer_defaults() returns settings of which none is set: NULL, NAN and 0
 * stand for the default of the kind, or of a pan's family. What another kind has must not be set.
 */
struct pg_recognizer_settings {
	/** Pan: the toolkit as which it pans, such as "gtk-touch"; pg_name(PG_PAN_FAMILIES, …) lists them. Default "uikit". */
	const char *family;
	/** Pan: the direction in which it must begin, of PG_DIRECTIONS. Default "any". */
	const char *direction;
	/** Pan: the edge at which a finger must land, of PG_EDGES. Default anywhere. */
	const char *edge;
	/** Pan: the rule for the velocity, of PG_ESTIMATORS. Default the family's. */
	const char *estimator;
	/**
	 * How far fingers move before a pan or pinch begins, and may move before a tap or long press fails, in millimetres
	 * up to 1000; of a rotation, how far they turn, in radians up to a full turn.
	 */
	double slop;
	/** Pinch, rotation: how much of the slop is subtracted, at most all of it. Default all. */
	double absorbed;
	/** Pan: how many times as far along an axis as across it locks to that, from 1 to 1000. Default the family's lock. */
	double axis_lock;
	/** Pan: the width of the strip along the edge, up to 1000 millimetres. Default 3.1. */
	double edge_width;
	/** Pan: how far a position lags behind its finger, up to 1000 millimetres. Default 0. */
	double hysteresis;
	/** Long press: the seconds after which it begins, up to 3600. Default 0.5. */
	double minimum_duration;
	/** Tap: the most seconds from the first landing to the last lift, above 0 and up to 3600. Default 0.2. */
	double longest_press;
	/** Tap: the most seconds from the last lift to the next tap, above 0 and up to 3600. Default 0.3. */
	double longest_pause;
	/** Tap: the most millimetres of later taps from the first, up to 1000. Default 16. */
	double spacing;
	/**
	 * The fewest and the most fingers, from 1, of a pinch and of a rotation from 2, to 10. If only the fewest are set, the
	 * most are the same; they are the same for a tap and for a long press.
	 */
	int32_t fewest_fingers, most_fingers;
	/** Tap: the number of taps, up to 10. Default 1. */
	int32_t taps;
	/** Pan: 1 if contacts that are palms take part. Default 0. */
	int32_t with_palms;
};

/** What a recogniser is doing. */
typedef int32_t pg_gesture_state;

enum {
	/** No contact can become the gesture. */
	PG_GESTURE_IDLE = 0,
	/** The gesture may still begin. */
	PG_GESTURE_POSSIBLE = 1,
	/** The gesture is active. */
	PG_GESTURE_ACTIVE = 2,
	/** It can't begin before all fingers have lifted. */
	PG_GESTURE_FAILED = 3
};

/** An event of a gesture. What its kind does not have is NAN. */
struct pg_gesture_event {
	/** The time on the caller's clock: of a frame, or of an instant between frames at which a gesture begins or ends. */
	int64_t time;
	/** Pan, long press: the displacement since it began, in millimetres. */
	double translation_x, translation_y;
	/** Pan: the velocity of the fingers, in millimetres per second; 0 where the estimator has none. */
	double velocity_x, velocity_y;
	/** Pinch: the distance of the fingers relative to the beginning. */
	double scale;
	/** Rotation: the angle since it began, in radians, clockwise. */
	double angle;
	/** Pinch: the change of the scale per second. Rotation: the angular velocity, in radians per second. */
	double rate;
	/** The centre of the fingers; of a tap, where they landed. */
	double x, y;
	/** PG_EVENT_BEGAN, PG_EVENT_CHANGED, PG_EVENT_ENDED or PG_EVENT_CANCELLED. A tap only ends. */
	pg_event_kind kind;
	/** Pan: the number of fingers that take part; else 0. */
	int32_t fingers;
};

/** Returns settings of which none is set. */
struct pg_recognizer_settings pg_recognizer_defaults(void);

/**
 * Creates a recogniser.
 *
 * @param kind the gesture, such as "pan"; pg_name(PG_RECOGNIZERS, …) lists them
 * @param settings the settings; NULL for the defaults
 * @param surface the surface; NULL if not known: PG_INVALID for a pan from the right or the lower edge
 */
pg_status pg_recognizer_create(const char *kind, const struct pg_recognizer_settings *settings,
                               const struct pg_surface *surface, struct pg_recognizer **recognizer,
                               struct pg_error *error);

/** Frees a recogniser; NULL is ignored. */
void pg_recognizer_destroy(struct pg_recognizer *recognizer);

/**
 * Takes a touch frame: all contacts at a time, none when the last finger has lifted.
 *
 * @param time a time within 200 years of the first one, which is within 2^62 of 0
 * @param contacts at most 1024, each with another id
 */
pg_status pg_recognizer_feed(struct pg_recognizer *recognizer, int64_t time, const struct pg_contact *contacts,
                             size_t count, struct pg_error *error);

/** Advances to a time by which every frame has been fed; a gesture may begin or end without one. */
pg_status pg_recognizer_advance(struct pg_recognizer *recognizer, int64_t time, struct pg_error *error);

/** Advances to a time and cancels the gesture; none begins before all fingers have lifted. */
pg_status pg_recognizer_cancel(struct pg_recognizer *recognizer, int64_t time, struct pg_error *error);

/** Returns the time at which something may happen without a frame; PG_NEVER if there is none. */
int64_t pg_recognizer_next_time(const struct pg_recognizer *recognizer);

/** Returns what the recogniser is doing; PG_GESTURE_IDLE for NULL. */
pg_gesture_state pg_recognizer_state(const struct pg_recognizer *recognizer);

/**
 * Estimates the velocity of a pan's fingers at a time, in millimetres per second; 0 where the estimator has none.
 *
 * @param[out] velocity_x the velocity to the right; may be NULL
 * @param[out] velocity_y the velocity downwards; may be NULL
 */
pg_status pg_recognizer_velocity(const struct pg_recognizer *recognizer, int64_t time, double *velocity_x,
                                 double *velocity_y, struct pg_error *error);

/**
 * Takes events that have not been taken yet, the oldest first, and returns their number.
 *
 * A recogniser keeps the last 262 144 until they are taken.
 */
size_t pg_recognizer_take_events(struct pg_recognizer *recognizer, struct pg_gesture_event *events,
                                 size_t capacity);

/** @} */

/* ------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup judging Judging
 * What the rule of an interaction makes of a release, also of one that never was, and what would change that.
 * @{
 */

/** What a rule makes of a release. */
struct pg_judgement {
	/** The progress at which the animation comes to rest. */
	double target;
	/** For a verdict by a snap point, the progress that was compared with the points; else NAN. */
	double judged;
	/**
	 * How far the value of the nearest condition is from its threshold, in its unit, positive where it holds. That
	 * condition is the only one of the rule, or else the one that changes last when a single input of the release changes
	 * by the least share that leads elsewhere. NAN if there is none.
	 */
	double margin;
	/**
	 * A number by which margins compare: the size of the margin if the rule has one condition, or else its share of
	 * the whole distance, or of the larger of value and threshold for velocities and times. NAN if there is no margin.
	 */
	double nearness;
	/** A threshold with few digits of that condition by which the animation rests elsewhere; NAN if none does alone. */
	double flip;
	/** Where the animation settles. */
	pg_outcome outcome;
	/** The number of the deciding clause from 0; -1 if none held. */
	int32_t clause;
	/** The index of the verdict in PG_VERDICTS. */
	int32_t verdict;
	/** The index of the nearest condition among all of the rule, in the order of the clauses; -1 if there is none. */
	int32_t nearest;
};

/**
 * Judges a release by the rule of an interaction.
 *
 * @param release the release, with the velocity by the rule's estimator; PG_INVALID for impossible numbers
 * @param[out] judgement the judgement; may be NULL
 * @param[out] findings the findings on all conditions, in the order of the clauses; may be NULL
 * @param capacity the number of findings that fit
 * @param[out] count the number of conditions, which may be larger; may be NULL
 */
pg_status pg_interaction_judge(const struct pg_interaction *interaction, const struct pg_release *release,
                               struct pg_judgement *judgement, struct pg_finding *findings, size_t capacity,
                               size_t *count, struct pg_error *error);

/**
 * Writes why the rule judges a release as it does, such as "fraction 0.73 is above 0.50, by 0.23", and returns the
 * length without the final zero byte, as snprintf does; a text that is too long is cut off at a character.
 *
 * The text is empty for a release that can't be judged.
 */
size_t pg_interaction_reason(const struct pg_interaction *interaction, const struct pg_release *release,
                             char *text, size_t capacity);

/** @} */

/* ------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup recording Recordings
 * These functions are in libpantograph-evdev, which needs libevdev and zlib; all others but two are in libpantograph.
 * @{
 */

struct pg_recording;

/**
 * Opens a recording of any format that `pantograph replay` reads, packed or not.
 *
 * @param path the file, in the bytes of the file system, which need not be UTF-8
 */
pg_status pg_recording_open(const char *path, struct pg_recording **recording, struct pg_error *error);

/** Opens a recording in memory, which is copied. */
pg_status pg_recording_create(const void *bytes, size_t length, struct pg_recording **recording,
                              struct pg_error *error);

/** Frees a recording; NULL is ignored. */
void pg_recording_destroy(struct pg_recording *recording);

/** Returns the description of its device, which lives as long as the recording. */
const struct pg_device *pg_recording_device(const struct pg_recording *recording);

/** Returns the time of the first event. */
int64_t pg_recording_start(const struct pg_recording *recording);

/**
 * Reads the next events; their number is 0 at the end, with PG_END.
 */
pg_status pg_recording_read(struct pg_recording *recording, struct pg_input_event *events, size_t capacity,
                            size_t *count, struct pg_error *error);

/** @} */

/* ------------------------------------------------------------------------------------------------------ */

/**
 * @defgroup mathematics Mathematics
 * Functions without state. Those of springs and curves return NAN for a spring without rest, a curve whose x1 or x2
 * is not between 0 and 1, a time before the start, or a fraction that is not between 0 and 1.
 * @{
 */

/** A position or distance, and its change per second. */
struct pg_motion {
	double position, velocity;
};

/** A damped spring of unit mass: its angular frequency in radians per second, and its damping ratio. */
struct pg_spring {
	double frequency, damping_ratio;
};

/** Returns the spring with a mass, a stiffness and a damping. */
struct pg_spring pg_spring_with_mass(double mass, double stiffness, double damping);

/** Returns the spring with a response in seconds, the period without damping, and a damping ratio. */
struct pg_spring pg_spring_with_response(double response, double damping_ratio);

/** Returns the motion after some seconds, relative to the spring's rest. */
struct pg_motion pg_spring_state(struct pg_spring spring, double seconds, struct pg_motion start);

/**
 * Returns the seconds after which a spring that was displaced by 1 counts as settled, as Core Animation has it.
 *
 * @param velocity the initial velocity toward the rest
 */
double pg_spring_settling_time(struct pg_spring spring, double velocity);

/** A cubic curve from (0, 0) to (1, 1) with two control points. */
struct pg_curve {
	double x1, y1, x2, y2;
};

/** Sets the curve with a name, such as "easeInOut"; pg_name(PG_CURVES, …) lists them. */
pg_status pg_curve_named(const char *name, struct pg_curve *curve, struct pg_error *error);

/** Returns the curve's value at a fraction of the duration, and its slope there as velocity. */
struct pg_motion pg_curve_at(struct pg_curve curve, double fraction);

/** A position of a finger at a time. */
struct pg_position {
	int64_t time;
	double x, y;
};

/**
 * Estimates the velocity of a finger, per second.
 *
 * @param estimator the estimator, such as "android"; pg_name(PG_ESTIMATORS, …) lists them
 * @param positions the positions since the landing, in order of time and within 1e9 of 0
 * @param now the time of the release, within 200 years of the first position
 * @param[out] velocity_x the velocity to the right; NAN where the estimator has none, as with one position; may be NULL
 * @param[out] velocity_y the velocity downwards; likewise
 */
pg_status pg_velocity(const char *estimator, const struct pg_position *positions, size_t count, int64_t now,
                      double *velocity_x, double *velocity_y, struct pg_error *error);

/**
 * Returns how far something coasts within some seconds, by the law of a toolkit, and its velocity then.
 *
 * @param momentum the law, such as "gtk"; pg_name(PG_MOMENTA, …) lists them
 * @param velocity the velocity at the release, in the toolkit's points per second
 * @param[out] motion the distance until then, and the velocity; may be NULL
 * @param[out] distance the distance until it stops; may be NULL
 * @param[out] duration the seconds until it stops; may be NULL
 */
pg_status pg_momentum_at(const char *momentum, double velocity, double seconds, struct pg_motion *motion,
                         double *distance, double *duration, struct pg_error *error);

/**
 * Judges a release by a preset, such as "android-viewpager"; pg_name(PG_RULES, …) lists them.
 *
 * @param[out] target where the animation comes to rest; may be NULL
 */
pg_status pg_rule_decide(const char *rule, const struct pg_release *release, pg_outcome *outcome,
                         double *target, struct pg_error *error);

/** A list of names. */
typedef int32_t pg_names;

enum {
	/** Templates of interactions. */
	PG_TEMPLATES = 0,
	/** Curves. */
	PG_CURVES = 1,
	/** Velocity estimators. */
	PG_ESTIMATORS = 2,
	/** Laws by which content coasts. */
	PG_MOMENTA = 3,
	/** Release rules of toolkits. */
	PG_RULES = 4,
	/** What a rule can decide. */
	PG_VERDICTS = 5,
	/** Where an animation can end. */
	PG_POSITIONS = 6,
	/** Animations that start without a release. */
	PG_RUNS = 7,
	/** What a condition can be about. */
	PG_QUANTITIES = 8,
	/** How a condition compares. */
	PG_COMPARISONS = 9,
	/** Units of thresholds. */
	PG_UNITS = 10,
	/** The quantities in words, such as "rest time", in the order of PG_QUANTITIES. */
	PG_QUANTITY_WORDS = 11,
	/** Kinds of recognisers. */
	PG_RECOGNIZERS = 12,
	/** Toolkits as which a pan begins, follows the fingers, and counts its translation and velocity. */
	PG_PAN_FAMILIES = 13,
	/** Directions in which a pan begins. */
	PG_DIRECTIONS = 14,
	/** Edges of a surface. */
	PG_EDGES = 15
};

/** Returns a name of a list, from index 0; NULL after the last one. */
const char *pg_name(pg_names list, size_t index);

/**
 * Returns the index of a name in a list; -1 if the list lacks it.
 *
 * @param[out] error says that the name is unknown, and which one is similar; may be NULL
 */
ptrdiff_t pg_name_index(pg_names list, const char *name, struct pg_error *error);

/**
 * Writes a number as Pantograph's tables have it, with up to 9 decimals, and returns the length without the
 * final zero byte, as snprintf does.
 *
 * A number whose digits, decimals included, would be 2^63 or more is written as "inf" or "-inf": with 6 decimals
 * that are numbers from 9.2e12, without decimals from 9.2e18. "nan" is not a number.
 */
size_t pg_format(double value, int decimals, char *text, size_t capacity);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
