/*
 * The sessions of the C library as GObjects: signals and properties over its calls, and nothing else.
 */
#include "pantograph-gobject.h"

#include <math.h>
#include <pantograph.h>
#include <string.h>

G_DEFINE_QUARK(pantograph-error-quark, pantograph_error)

/**
 * PantographSession:
 *
 * An animation that gestures drive, interrupt and release.
 *
 * It has no clock: each call has a time in microseconds, of the same clock throughout, such as that of
 * g_get_monotonic_time(). Gestures are told by their movements, pantograph_session_begin() to pantograph_session_end(). Before
 * each frame, pantograph_session_frame() asks where the animation is when the frame is seen.
 */
struct _PantographSession {
	GObject parent;
	struct pg_session *session;
	char **names;   /* of the values */
	double *values; /* in the last frame */
	struct pg_sample sample;
	double target;
	gboolean has_decided; /* to be told once the call is over, in which the session can't be asked */
};

G_DEFINE_FINAL_TYPE(PantographSession, pantograph_session, G_TYPE_OBJECT)

enum { PROP_PROGRESS = 1, PROP_VELOCITY, PROP_MOVES, PROP_COUNT };
enum { UPDATE, SETTLED, DECIDED, SIGNAL_COUNT };
static GParamSpec *properties[PROP_COUNT];
static guint signals[SIGNAL_COUNT];

static gboolean moves(const struct pg_sample *sample) {
	return sample->phase == PG_TRACKING || sample->phase == PG_SETTLING;
}

static void take_event(void *data, const struct pg_event *event, const struct pg_finding *findings, size_t count) {
	PantographSession *self = data;
	if (event->kind != PG_EVENT_DECIDED) return;
	self->target = event->target;
	self->has_decided = TRUE;
}

static PantographError code_of(pg_status status) {
	return status == PG_INVALID    ? PANTOGRAPH_ERROR_INVALID
	       : status == PG_TOO_LATE ? PANTOGRAPH_ERROR_TOO_LATE
	                               : PANTOGRAPH_ERROR_FAILED;
}

/* Ends a call: sets an error, or tells what was decided in it. */
static gboolean finish(PantographSession *self, pg_status status, GError **error) {
	if (status != PG_OK && error) {
		struct pg_error reason;
		pg_session_error(self->session, &reason);
		g_set_error_literal(error, PANTOGRAPH_ERROR, code_of(status), reason.message);
	}
	if (self->has_decided) {
		self->has_decided = FALSE;
		g_signal_emit(self, signals[DECIDED], 0, self->target);
	}
	return status == PG_OK;
}

static struct pg_interaction *read_interaction(const char *text, GError **error) {
	struct pg_error reason;
	struct pg_interaction *interaction;
	pg_status status = pg_interaction_create(text, strlen(text), &interaction, &reason);
	if (status == PG_OK) return interaction;
	if (reason.line)
		g_set_error(error, PANTOGRAPH_ERROR, code_of(status), "%d:%d: %s", reason.line, reason.column, reason.message);
	else g_set_error_literal(error, PANTOGRAPH_ERROR, code_of(status), reason.message);
	return NULL;
}

/**
 * pantograph_session_new:
 * @interaction: the text of an interaction file
 * @time: the time at which it starts, in microseconds
 * @error: what is wrong with the text, with its line and column
 *
 * Creates a session whose animation is at its start.
 *
 * Returns: (transfer full): the session
 */
PantographSession *pantograph_session_new(const char *interaction, gint64 time, GError **error) {
	struct pg_interaction *read = read_interaction(interaction, error);
	if (!read) return NULL;
	struct pg_error reason;
	struct pg_session *session;
	pg_status status = pg_session_create(read, time, NULL, &session, &reason);
	PantographSession *self = NULL;
	if (status == PG_OK) {
		self = g_object_new(PANTOGRAPH_TYPE_SESSION, NULL);
		self->session = session;
		size_t count = pg_interaction_value_count(read);
		self->names = g_new0(char *, count + 1);
		self->values = g_new0(double, count);
		for (size_t index = 0; index < count; index++) self->names[index] = g_strdup(pg_interaction_value_name(read, index));
		pg_session_set_listener(session, &(struct pg_listener){.event = take_event, .data = self}); /* keeps no samples */
		pg_session_sample_at(session, time, &self->sample, self->values, count);
	} else g_set_error_literal(error, PANTOGRAPH_ERROR, code_of(status), reason.message);
	pg_interaction_destroy(read);
	return self;
}

static void finalize(GObject *object) {
	PantographSession *self = PANTOGRAPH_SESSION(object);
	pg_session_destroy(self->session);
	g_strfreev(self->names);
	g_free(self->values);
	G_OBJECT_CLASS(pantograph_session_parent_class)->finalize(object);
}

/**
 * pantograph_session_begin:
 * @self: a session
 * @time: the time of the event
 * @fingers: their number; 0 if not known
 *
 * Begins a gesture that a toolkit has recognised. It grabs what moves.
 *
 * Returns: whether it is taken; not if the interaction wants another number of fingers
 */
gboolean pantograph_session_begin(PantographSession *self, gint64 time, int fingers) {
	return finish(self, pg_session_begin(self->session, time, fingers), NULL);
}

/**
 * pantograph_session_move:
 * @self: a session
 * @time: the time of the event
 * @dx: how far the fingers have moved to the right
 * @dy: how far they have moved down
 * @unit: the unit of both
 *
 * Moves the gesture.
 *
 * Returns: whether there is one
 */
gboolean pantograph_session_move(PantographSession *self, gint64 time, double dx, double dy, PantographUnit unit) {
	return finish(self, pg_session_move(self->session, time, dx, dy, (pg_length_unit)unit), NULL);
}

/**
 * pantograph_session_end:
 * @self: a session
 * @time: the time of the event
 * @cancelled: whether the toolkit says that the gesture was cancelled
 *
 * Ends the gesture: it is released and judged, or cancelled.
 *
 * Returns: whether there is one
 */
gboolean pantograph_session_end(PantographSession *self, gint64 time, gboolean cancelled) {
	return finish(self, pg_session_end(self->session, time, cancelled != 0), NULL);
}

/**
 * pantograph_session_hold:
 * @self: a session
 * @time: the time of the event
 *
 * Stops what moves, as fingers that rest on it.
 *
 * Returns: whether anything moves
 */
gboolean pantograph_session_hold(PantographSession *self, gint64 time) {
	return finish(self, pg_session_hold(self->session, time), NULL);
}

/**
 * pantograph_session_resume:
 * @self: a session
 * @time: the time of the event
 *
 * Goes on with what pantograph_session_hold() has stopped.
 *
 * Returns: whether anything was held
 */
gboolean pantograph_session_resume(PantographSession *self, gint64 time) {
	return finish(self, pg_session_resume(self->session, time), NULL);
}

/**
 * pantograph_session_reverse:
 * @self: a session
 * @time: the time of the event
 *
 * Runs toward the other end, from wherever it is.
 *
 * Returns: whether it does; not while fingers move it
 */
gboolean pantograph_session_reverse(PantographSession *self, gint64 time) {
	return finish(self, pg_session_reverse(self->session, time), NULL);
}

/**
 * pantograph_session_settle_to:
 * @self: a session
 * @time: the time of the event
 * @progress: where it settles
 * @error: why it doesn't
 *
 * Settles at a progress, with the velocity that it has; fingers lose it.
 *
 * Returns: whether it does
 */
gboolean pantograph_session_settle_to(PantographSession *self, gint64 time, double progress, GError **error) {
	return finish(self, pg_session_settle_to(self->session, time, progress), error);
}

/**
 * pantograph_session_place:
 * @self: a session
 * @time: the time of the event
 * @progress: where it is then
 * @error: why it can't be there
 *
 * Puts an animation that does not move at another progress at once.
 *
 * Returns: whether it is there
 */
gboolean pantograph_session_place(PantographSession *self, gint64 time, double progress, GError **error) {
	return finish(self, pg_session_place(self->session, time, progress), error);
}

/**
 * pantograph_session_set_interaction:
 * @self: a session
 * @time: the time of the event
 * @interaction: the text of an interaction file with the same values
 * @keeps_value: whether what is seen stays where it is, and not the progress
 * @error: why it goes on as it was
 *
 * Goes on with another interaction, from where the animation is.
 *
 * Returns: whether it does
 */
gboolean pantograph_session_set_interaction(PantographSession *self, gint64 time, const char *interaction,
                                            gboolean keeps_value, GError **error) {
	struct pg_interaction *read = read_interaction(interaction, error);
	if (!read) return FALSE;
	pg_kept kept = keeps_value ? PG_KEPT_VALUE : PG_KEPT_PROGRESS;
	pg_status status = pg_session_set_interaction(self->session, time, read, kept);
	pg_interaction_destroy(read);
	return finish(self, status, error);
}

/**
 * pantograph_session_frame:
 * @self: a session
 * @time: when the next frame is seen
 *
 * Asks where the animation is at a time, and tells it by #PantographSession::update and #PantographSession::settled. If an
 * event is newer than the time, all stays as it was until the next frame.
 *
 * Returns: whether another frame is needed, as long as something moves
 */
gboolean pantograph_session_frame(PantographSession *self, gint64 time) {
	struct pg_sample former = self->sample;
	pg_status status =
	    pg_session_sample_at(self->session, time, &self->sample, self->values, g_strv_length(self->names));
	if (status != PG_OK) {
		self->sample = former;
		return TRUE;
	}
	gboolean is_moving = moves(&self->sample);
	g_object_ref(self); /* a handler may let it go */
	g_object_freeze_notify(G_OBJECT(self));
	if (self->sample.fraction != former.fraction) {
		g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_PROGRESS]);
		g_signal_emit(self, signals[UPDATE], 0, self->sample.fraction);
	}
	if (self->sample.velocity != former.velocity) g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_VELOCITY]);
	if (is_moving != moves(&former)) g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_MOVES]);
	g_object_thaw_notify(G_OBJECT(self));
	if (!is_moving && moves(&former)) g_signal_emit(self, signals[SETTLED], 0, self->sample.fraction);
	is_moving = moves(&self->sample);
	g_object_unref(self);
	return is_moving;
}

/**
 * pantograph_session_get_progress:
 * @self: a session
 *
 * Returns: the progress in the last frame: 0 at the start, 1 at the end
 */
double pantograph_session_get_progress(PantographSession *self) { return self->sample.fraction; }

/**
 * pantograph_session_get_velocity:
 * @self: a session
 *
 * Returns: the change of the progress per second in the last frame
 */
double pantograph_session_get_velocity(PantographSession *self) { return self->sample.velocity; }

/**
 * pantograph_session_get_moves:
 * @self: a session
 *
 * Returns: whether fingers held it or it moved in the last frame
 */
gboolean pantograph_session_get_moves(PantographSession *self) { return moves(&self->sample); }

/**
 * pantograph_session_get_names:
 * @self: a session
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of the values that the interaction animates
 */
const char *const *pantograph_session_get_names(PantographSession *self) { return (const char *const *)self->names; }

/**
 * pantograph_session_get_value:
 * @self: a session
 * @name: the name of a value, such as `offset`
 *
 * Returns: the value in the last frame; not a number if there is none of that name
 */
double pantograph_session_get_value(PantographSession *self, const char *name) {
	for (size_t index = 0; self->names[index]; index++)
		if (strcmp(self->names[index], name) == 0) return self->values[index];
	return NAN;
}

static void get_property(GObject *object, guint property, GValue *value, GParamSpec *spec) {
	PantographSession *self = PANTOGRAPH_SESSION(object);
	switch (property) {
	case PROP_PROGRESS: g_value_set_double(value, self->sample.fraction); break;
	case PROP_VELOCITY: g_value_set_double(value, self->sample.velocity); break;
	case PROP_MOVES: g_value_set_boolean(value, moves(&self->sample)); break;
	default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, property, spec);
	}
}

static void pantograph_session_init(PantographSession *self) {}

static void pantograph_session_class_init(PantographSessionClass *class) {
	GObjectClass *object = G_OBJECT_CLASS(class);
	object->finalize = finalize;
	object->get_property = get_property;
	GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
	/**
	 * PantographSession:progress:
	 *
	 * The progress in the last frame: 0 at the start, 1 at the end; a spring may overshoot.
	 */
	properties[PROP_PROGRESS] = g_param_spec_double("progress", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
	/**
	 * PantographSession:velocity:
	 *
	 * The change of the progress per second.
	 */
	properties[PROP_VELOCITY] = g_param_spec_double("velocity", NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
	/**
	 * PantographSession:moves:
	 *
	 * Whether fingers hold it or it moves.
	 */
	properties[PROP_MOVES] = g_param_spec_boolean("moves", NULL, NULL, FALSE, flags);
	g_object_class_install_properties(object, PROP_COUNT, properties);
	GType type = G_TYPE_FROM_CLASS(class);
	/**
	 * PantographSession::update:
	 * @self: the session
	 * @progress: where it is
	 *
	 * The progress has changed since the last frame.
	 */
	signals[UPDATE] =
	    g_signal_new("update", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
	/**
	 * PantographSession::settled:
	 * @self: the session
	 * @point: the progress at which it rests
	 *
	 * It has come to rest, at an end or a snap point.
	 */
	signals[SETTLED] =
	    g_signal_new("settled", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
	/**
	 * PantographSession::decided:
	 * @self: the session
	 * @target: the progress to which it goes
	 *
	 * Fingers were released, and the rule has decided where the animation goes.
	 */
	signals[DECIDED] =
	    g_signal_new("decided", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}
