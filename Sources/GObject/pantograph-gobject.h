/*
 * Pantograph for GObject: the sessions of the C library for GJS, Vala and Python, by introspection.
 */
#ifndef PANTOGRAPH_GOBJECT_H
#define PANTOGRAPH_GOBJECT_H

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * PantographUnit:
 * @PANTOGRAPH_UNIT_PROGRESS: the whole distance of the interaction
 * @PANTOGRAPH_UNIT_MM: millimetres
 * @PANTOGRAPH_UNIT_PT: Apple's points, 163 per inch
 * @PANTOGRAPH_UNIT_DP: Android's and Flutter's, 160 per inch
 * @PANTOGRAPH_UNIT_PX: CSS pixels, 96 per inch
 * @PANTOGRAPH_UNIT_PAD_PX: libinput's for movements on a touchpad, 296.8 per inch
 * @PANTOGRAPH_UNIT_SCROLL_PX: libinput's for scrolls and unaccelerated swipes on a touchpad, 267.12 per inch
 *
 * A unit of the movements that a toolkit reports.
 */
typedef enum {
	PANTOGRAPH_UNIT_PROGRESS,
	PANTOGRAPH_UNIT_MM,
	PANTOGRAPH_UNIT_PT,
	PANTOGRAPH_UNIT_DP,
	PANTOGRAPH_UNIT_PX,
	PANTOGRAPH_UNIT_PAD_PX,
	PANTOGRAPH_UNIT_SCROLL_PX
} PantographUnit;

/**
 * PANTOGRAPH_ERROR:
 *
 * The domain of errors: an interaction that can't be read, or a call that can't be done.
 */
#define PANTOGRAPH_ERROR (pantograph_error_quark())
GQuark pantograph_error_quark(void);

/**
 * PantographError:
 * @PANTOGRAPH_ERROR_INVALID: an argument is not what it should be
 * @PANTOGRAPH_ERROR_TOO_LATE: the session can't do that now, or is past that time
 * @PANTOGRAPH_ERROR_FAILED: anything else
 *
 * The codes of errors.
 */
typedef enum { PANTOGRAPH_ERROR_INVALID, PANTOGRAPH_ERROR_TOO_LATE, PANTOGRAPH_ERROR_FAILED } PantographError;

#define PANTOGRAPH_TYPE_SESSION (pantograph_session_get_type())
G_DECLARE_FINAL_TYPE(PantographSession, pantograph_session, PANTOGRAPH, SESSION, GObject)

PantographSession *pantograph_session_new(const char *interaction, gint64 time, GError **error);
gboolean pantograph_session_begin(PantographSession *self, gint64 time, int fingers);
gboolean pantograph_session_move(PantographSession *self, gint64 time, double dx, double dy, PantographUnit unit);
gboolean pantograph_session_end(PantographSession *self, gint64 time, gboolean cancelled);
gboolean pantograph_session_hold(PantographSession *self, gint64 time);
gboolean pantograph_session_resume(PantographSession *self, gint64 time);
gboolean pantograph_session_reverse(PantographSession *self, gint64 time);
gboolean pantograph_session_settle_to(PantographSession *self, gint64 time, double progress, GError **error);
gboolean pantograph_session_place(PantographSession *self, gint64 time, double progress, GError **error);
gboolean pantograph_session_set_interaction(PantographSession *self, gint64 time, const char *interaction,
                                            gboolean keeps_value, GError **error);
gboolean pantograph_session_frame(PantographSession *self, gint64 time);
double pantograph_session_get_progress(PantographSession *self);
double pantograph_session_get_velocity(PantographSession *self);
gboolean pantograph_session_get_moves(PantographSession *self);
const char *const *pantograph_session_get_names(PantographSession *self);
double pantograph_session_get_value(PantographSession *self, const char *name);

G_END_DECLS

#endif
