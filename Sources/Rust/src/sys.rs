//! The C interface, as in `pantograph.h`, which documents it.

#![allow(missing_docs, non_camel_case_types)]

use std::os::raw::{c_char, c_int, c_void};

macro_rules! handles {
    ($($name:ident),*) => { $(#[repr(C)] pub struct $name { _private: [u8; 0] })* };
}
handles!(pg_interaction, pg_device, pg_session, pg_recording);

pub const PG_OK: i32 = 0;
pub const PG_END: i32 = 1;
pub const PG_INVALID: i32 = 2;
pub const PG_UNUSABLE: i32 = 3;
pub const PG_BUSY: i32 = 4;
pub const PG_TOO_LATE: i32 = 5;
pub const PG_FULL: i32 = 6;

#[repr(C)]
pub struct pg_error {
    pub line: i32,
    pub column: i32,
    pub message: [c_char; 248],
}

/// An event of the kernel, as in `struct input_event`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct pg_input_event {
    /// The time in microseconds.
    pub time: i64,
    /// Its type, such as 3, `EV_ABS`.
    pub kind: u16,
    /// Its code, such as 0x35, `ABS_MT_POSITION_X`.
    pub code: u16,
    /// Its value.
    pub value: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct pg_surface {
    pub width: f64,
    pub height: f64,
    pub units_per_mm_x: f64,
    pub units_per_mm_y: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct pg_contact {
    pub id: i64,
    pub x: f64,
    pub y: f64,
    pub pressure: f64,
    pub flags: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct pg_sample {
    pub time: i64,
    pub fraction: f64,
    pub velocity: f64,
    pub phase: i32,
    pub value_count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct pg_event {
    pub time: i64,
    pub fraction: f64,
    pub velocity: f64,
    pub target: f64,
    pub judged: f64,
    pub kind: i32,
    pub outcome: i32,
    pub clause: i32,
    pub detail: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct pg_finding {
    pub clause: i32,
    pub holds: i32,
    pub value: f64,
    pub threshold: f64,
    pub quantity: i32,
    pub comparison: i32,
    pub unit: i32,
    pub reserved: i32,
}

#[repr(C)]
pub struct pg_listener {
    pub sample: Option<extern "C" fn(*mut c_void, *const pg_sample, *const f64, usize)>,
    pub event: Option<extern "C" fn(*mut c_void, *const pg_event, *const pg_finding, usize)>,
    pub data: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct pg_motion {
    pub position: f64,
    pub velocity: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct pg_spring {
    pub frequency: f64,
    pub damping_ratio: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct pg_curve {
    pub x1: f64,
    pub y1: f64,
    pub x2: f64,
    pub y2: f64,
}

/// A release, as a rule sees it. Lengths are in millimetres, along the direction of progress.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct pg_release {
    /// The progress at the release.
    pub fraction: f64,
    /// The progress when the fingers grabbed the animation.
    pub start_fraction: f64,
    /// The largest progress in between.
    pub peak: f64,
    /// The distance for the whole progress.
    pub distance: f64,
    /// The translation along.
    pub travel: f64,
    /// The translation across.
    pub cross_travel: f64,
    /// The last movement, along.
    pub last_movement: f64,
    /// The seconds since the gesture began.
    pub duration: f64,
    /// The seconds since the fingers last moved.
    pub rest_time: f64,
    /// The velocity along, per second.
    pub velocity: f64,
    /// The velocity across, per second.
    pub cross_velocity: f64,
    /// The translation along from the landing to where travel begins, such as the slop; 0 if travel begins there.
    pub earlier_travel: f64,
    /// The share of the velocity that does not move the animation, as beyond its ends; 0 if all of it does.
    pub held_back: f64,
}

#[repr(C)]
pub struct pg_position {
    pub time: i64,
    pub x: f64,
    pub y: f64,
}

extern "C" {
    pub fn pg_version() -> *const c_char;
    pub fn pg_name(list: i32, index: usize) -> *const c_char;
    pub fn pg_format(value: f64, decimals: c_int, text: *mut c_char, capacity: usize) -> usize;
    pub fn pg_interaction_create(
        text: *const c_char, length: usize, out: *mut *mut pg_interaction, error: *mut pg_error,
    ) -> i32;
    pub fn pg_interaction_create_from_template(
        name: *const c_char, out: *mut *mut pg_interaction, error: *mut pg_error,
    ) -> i32;
    pub fn pg_interaction_create_with(
        original: *const pg_interaction, path: *const c_char, json: *const c_char,
        out: *mut *mut pg_interaction, error: *mut pg_error,
    ) -> i32;
    pub fn pg_interaction_destroy(interaction: *mut pg_interaction);
    pub fn pg_interaction_rate(interaction: *const pg_interaction) -> f64;
    pub fn pg_interaction_value_count(interaction: *const pg_interaction) -> usize;
    pub fn pg_interaction_value_name(interaction: *const pg_interaction, index: usize) -> *const c_char;
    pub fn pg_interaction_check_surface(
        interaction: *const pg_interaction, surface: *const pg_surface, error: *mut pg_error,
    ) -> i32;
    pub fn pg_device_create(name: *const c_char, out: *mut *mut pg_device, error: *mut pg_error) -> i32;
    pub fn pg_device_add_property(device: *mut pg_device, property: u16, error: *mut pg_error) -> i32;
    pub fn pg_device_add_code(device: *mut pg_device, kind: u16, code: u16, error: *mut pg_error) -> i32;
    pub fn pg_device_add_axis(
        device: *mut pg_device, code: u16, minimum: i32, maximum: i32, resolution: i32,
        error: *mut pg_error,
    ) -> i32;
    pub fn pg_device_destroy(device: *mut pg_device);
    pub fn pg_session_create(
        interaction: *const pg_interaction, start: i64, surface: *const pg_surface, out: *mut *mut pg_session,
        error: *mut pg_error,
    ) -> i32;
    pub fn pg_session_create_for_device(
        interaction: *const pg_interaction, start: i64, device: *const pg_device, out: *mut *mut pg_session,
        error: *mut pg_error,
    ) -> i32;
    pub fn pg_session_destroy(session: *mut pg_session);
    pub fn pg_session_feed(session: *mut pg_session, time: i64, contacts: *const pg_contact, count: usize) -> i32;
    pub fn pg_session_feed_events(session: *mut pg_session, events: *const pg_input_event, count: usize) -> i32;
    pub fn pg_session_begin(session: *mut pg_session, time: i64, fingers: i32) -> i32;
    pub fn pg_session_move(session: *mut pg_session, time: i64, dx: f64, dy: f64, unit: i32) -> i32;
    pub fn pg_session_end(session: *mut pg_session, time: i64, cancelled: i32) -> i32;
    pub fn pg_session_advance(session: *mut pg_session, time: i64) -> i32;
    pub fn pg_session_next_time(session: *const pg_session) -> i64;
    pub fn pg_session_sample_at(
        session: *const pg_session, time: i64, sample: *mut pg_sample, values: *mut f64, capacity: usize,
    ) -> i32;
    pub fn pg_session_hold(session: *mut pg_session, time: i64) -> i32;
    pub fn pg_session_resume(session: *mut pg_session, time: i64) -> i32;
    pub fn pg_session_reverse(session: *mut pg_session, time: i64) -> i32;
    pub fn pg_session_settle_to(session: *mut pg_session, time: i64, progress: f64) -> i32;
    pub fn pg_session_place(session: *mut pg_session, time: i64, progress: f64) -> i32;
    pub fn pg_session_set_interaction(
        session: *mut pg_session, time: i64, interaction: *const pg_interaction, kept: i32,
    ) -> i32;
    pub fn pg_session_cancel(session: *mut pg_session, time: i64) -> i32;
    pub fn pg_session_finish(session: *mut pg_session) -> i32;
    pub fn pg_session_take_samples(
        session: *mut pg_session, samples: *mut pg_sample, capacity: usize, values: *mut f64, width: usize,
    ) -> usize;
    pub fn pg_session_take_events(session: *mut pg_session, events: *mut pg_event, capacity: usize) -> usize;
    pub fn pg_session_findings(session: *const pg_session, findings: *mut pg_finding, capacity: usize) -> usize;
    pub fn pg_session_error(session: *const pg_session, error: *mut pg_error) -> i32;
    pub fn pg_session_set_listener(session: *mut pg_session, listener: *const pg_listener) -> i32;
    pub fn pg_spring_with_mass(mass: f64, stiffness: f64, damping: f64) -> pg_spring;
    pub fn pg_spring_with_response(response: f64, damping_ratio: f64) -> pg_spring;
    pub fn pg_spring_state(spring: pg_spring, seconds: f64, start: pg_motion) -> pg_motion;
    pub fn pg_spring_settling_time(spring: pg_spring, velocity: f64) -> f64;
    pub fn pg_name_index(list: i32, name: *const c_char, error: *mut pg_error) -> isize;
    pub fn pg_curve_named(name: *const c_char, curve: *mut pg_curve, error: *mut pg_error) -> i32;
    pub fn pg_curve_at(curve: pg_curve, fraction: f64) -> pg_motion;
    pub fn pg_momentum_at(
        momentum: *const c_char, velocity: f64, seconds: f64, motion: *mut pg_motion, distance: *mut f64,
        duration: *mut f64, error: *mut pg_error,
    ) -> i32;
    pub fn pg_rule_decide(
        rule: *const c_char, release: *const pg_release, outcome: *mut i32, target: *mut f64,
        error: *mut pg_error,
    ) -> i32;
    pub fn pg_velocity(
        estimator: *const c_char, positions: *const pg_position, count: usize, now: i64, x: *mut f64, y: *mut f64,
        error: *mut pg_error,
    ) -> i32;
}

// In libpantograph-evdev.
#[cfg(feature = "evdev")]
extern "C" {
    pub fn pg_device_create_from_fd(fd: c_int, out: *mut *mut pg_device, error: *mut pg_error) -> i32;
    pub fn pg_recording_open(path: *const c_char, out: *mut *mut pg_recording, error: *mut pg_error) -> i32;
    pub fn pg_recording_create(
        bytes: *const c_void, length: usize, out: *mut *mut pg_recording, error: *mut pg_error,
    ) -> i32;
    pub fn pg_recording_destroy(recording: *mut pg_recording);
    pub fn pg_recording_device(recording: *const pg_recording) -> *const pg_device;
    pub fn pg_recording_start(recording: *const pg_recording) -> i64;
    pub fn pg_recording_read(
        recording: *mut pg_recording, events: *mut pg_input_event, capacity: usize, count: *mut usize,
        error: *mut pg_error,
    ) -> i32;
}
