//! Touches drive interruptible animations.
//!
//! A [`Session`] takes touch frames, and answers for any instant where the animation is:
//!
//! ```
//! use pantograph::{Contact, Interaction, Session, Surface};
//!
//! # fn main() -> Result<(), pantograph::Error> {
//! let sheet = Interaction::from_template("sheet")?;
//! let mut session = Session::new(&sheet, 0, Some(Surface::new(65.0, 120.0)))?;
//! for number in 0..13 {
//!     session.feed(number * 8_000, &[Contact::new(1, 30.0, 100.0 - 1.25 * number as f64)])?;
//! }
//! session.feed(104_000, &[])?;
//! let (sample, values) = session.sample_at(150_000)?;
//! println!("{:?} at {} {:?}", sample.phase, sample.fraction, values);
//! # Ok(())
//! # }
//! ```
//!
//! Times are whole microseconds on a clock of yours that never goes back; positions are millimetres.
//!
//! A session keeps its samples and events until they are taken, or sends them to a [`Listener`]. A program that only asks
//! with [`Session::sample_at`] sets `()` as the listener, and nothing is kept.

#![deny(missing_docs)]

mod device;
mod listener;
mod mathematics;
pub mod sys;

pub use device::{Device, InputEvent, Surface};
pub use listener::Listener;
pub use mathematics::{decide, momentum, velocity, Curve, Momentum, Release, Spring};

use std::ffi::{CStr, CString};
use std::fmt;
use std::fs;
use std::io;
use std::os::raw::c_char;
use std::path::Path;
use std::ptr;
use std::sync::Arc;

/// Why a call has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// An argument is out of range.
    Invalid,
    /// A text, recording or device can't be used.
    Unusable {
        /// The line, from 1; 0 if the mistake has no position.
        line: i32,
        /// The column, from 1; 0 if only the line is known.
        column: i32,
        /// What is wrong.
        message: String,
    },
    /// The time is before the latest that the session knows, or nothing is running that could change.
    TooLate,
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid => write!(out, "an argument is out of range"),
            Error::Unusable { line: 0, message, .. } => write!(out, "{message}"),
            Error::Unusable { line, column: 0, message } => write!(out, "{line}: {message}"),
            Error::Unusable { line, column, message } => write!(out, "{line}:{column}: {message}"),
            Error::TooLate => write!(out, "the time is before the latest, or nothing is running"),
        }
    }
}

impl std::error::Error for Error {}

/// The place for an error of C.
fn no_error() -> sys::pg_error {
    sys::pg_error { line: 0, column: 0, message: [0; 248] }
}

fn check(status: i32, error: Option<&sys::pg_error>) -> Result<(), Error> {
    match (status, error) {
        (sys::PG_OK, _) => Ok(()),
        (sys::PG_UNUSABLE, Some(error)) => {
            // SAFETY: the library ends each message with a zero.
            let message = unsafe { CStr::from_ptr(error.message.as_ptr()) };
            Err(Error::Unusable {
                line: error.line,
                column: error.column,
                message: message.to_string_lossy().into_owned(),
            })
        }
        (sys::PG_TOO_LATE, _) => Err(Error::TooLate),
        _ => Err(Error::Invalid),
    }
}

fn text(pointer: *const c_char) -> Option<&'static str> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: names live as long as the process, and are UTF-8.
    unsafe { CStr::from_ptr(pointer) }.to_str().ok()
}

/// Returns the version of the library.
pub fn version() -> &'static str {
    text(unsafe { sys::pg_version() }).unwrap_or_default()
}

/// A list of names.
#[derive(Clone, Copy)]
pub enum Names {
    /// Templates of interactions.
    Templates = 0,
    /// Curves, for [`Curve::named`].
    Curves = 1,
    /// Velocity estimators, for [`velocity`].
    Estimators = 2,
    /// Laws by which content coasts, for [`momentum`].
    Momenta = 3,
    /// Release rules of toolkits, for [`decide`].
    Rules = 4,
    /// What a rule can decide.
    Verdicts = 5,
    /// Where an animation can end.
    Positions = 6,
    /// Animations that start without a release.
    Runs = 7,
    /// What a condition can be about.
    Quantities = 8,
    /// How a condition compares.
    Comparisons = 9,
    /// Units of thresholds.
    Units = 10,
}

/// Returns a name of a list by its index.
pub fn name(list: Names, index: i32) -> Option<&'static str> {
    let index = usize::try_from(index).ok()?;
    text(unsafe { sys::pg_name(list as i32, index) })
}

/// Returns a number as Pantograph's tables have it.
pub fn format(value: f64, decimals: u8) -> String {
    let mut memory = [0 as c_char; 64];
    unsafe { sys::pg_format(value, decimals.into(), memory.as_mut_ptr(), memory.len()) };
    unsafe { CStr::from_ptr(memory.as_ptr()) }.to_string_lossy().into_owned()
}

struct OwnedInteraction(*mut sys::pg_interaction);
// SAFETY: an interaction never changes.
unsafe impl Send for OwnedInteraction {}
unsafe impl Sync for OwnedInteraction {}
impl Drop for OwnedInteraction {
    fn drop(&mut self) {
        unsafe { sys::pg_interaction_destroy(self.0) }
    }
}

/// What a gesture does to an animation; clones are cheap.
#[derive(Clone)]
pub struct Interaction(Arc<OwnedInteraction>);

impl Interaction {
    /// Reads the JSON of an interaction file.
    pub fn new(json: &str) -> Result<Self, Error> {
        Self::made(|place, error| unsafe {
            sys::pg_interaction_create(json.as_ptr().cast(), json.len(), place, error)
        })
    }

    /// Returns the interaction of a template, such as "sheet".
    pub fn from_template(name: &str) -> Result<Self, Error> {
        let name = CString::new(name).map_err(|_| Error::Invalid)?;
        Self::made(|place, error| unsafe {
            sys::pg_interaction_create_from_template(name.as_ptr(), place, error)
        })
    }

    /// Returns an interaction that differs in one value, such as `changed("animation/duration", "0.4")`.
    pub fn changed(&self, path: &str, json: &str) -> Result<Self, Error> {
        let path = CString::new(path).map_err(|_| Error::Invalid)?;
        let json = CString::new(json).map_err(|_| Error::Invalid)?;
        Self::made(|place, error| unsafe {
            sys::pg_interaction_create_with(self.0 .0, path.as_ptr(), json.as_ptr(), place, error)
        })
    }

    fn made(
        create: impl FnOnce(*mut *mut sys::pg_interaction, *mut sys::pg_error) -> i32,
    ) -> Result<Self, Error> {
        let (mut handle, mut error) = (ptr::null_mut(), no_error());
        check(create(&mut handle, &mut error), Some(&error))?;
        Ok(Interaction(Arc::new(OwnedInteraction(handle))))
    }

    /// The number of samples per second.
    pub fn rate(&self) -> f64 {
        unsafe { sys::pg_interaction_rate(self.0 .0) }
    }

    /// The names of the animated properties.
    pub fn columns(&self) -> Vec<String> {
        let count = unsafe { sys::pg_interaction_value_count(self.0 .0) };
        let name = |index| unsafe { sys::pg_interaction_value_name(self.0 .0, index) };
        (0..count).filter_map(|index| text(name(index)).map(String::from)).collect()
    }
}

/// A finger or pen on the surface; positions are millimetres.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Contact(sys::pg_contact);

impl Contact {
    /// A finger with a number that it keeps until it lifts.
    pub fn new(id: i64, x: f64, y: f64) -> Self {
        Contact(sys::pg_contact { id, x, y, pressure: f64::NAN, flags: 0, reserved: 0 })
    }

    /// The same finger with a pressure from 0 to 1.
    pub fn with_pressure(mut self, pressure: f64) -> Self {
        self.0.pressure = pressure;
        self
    }

    /// The same contact as a palm.
    pub fn as_palm(mut self) -> Self {
        self.0.flags = 1;
        self
    }
}

/// What an animation is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing has happened yet.
    Idle,
    /// The fingers move it.
    Tracking,
    /// It runs by itself.
    Settling,
    /// It has come to an end.
    Rest,
}

/// The state of an animation at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// The time on the caller's clock.
    pub time: i64,
    /// What it is doing.
    pub phase: Phase,
    /// The progress: 0 at the start, 1 at the end; a spring may overshoot.
    pub fraction: f64,
    /// The change of the progress per second.
    pub velocity: f64,
}

impl From<sys::pg_sample> for Sample {
    fn from(sample: sys::pg_sample) -> Self {
        let phase = [Phase::Idle, Phase::Tracking, Phase::Settling, Phase::Rest];
        Sample {
            time: sample.time,
            phase: phase[sample.phase as usize & 3],
            fraction: sample.fraction,
            velocity: sample.velocity,
        }
    }
}

/// Where a released animation settles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// At its end.
    Finish,
    /// At its start.
    Cancel,
    /// At a snap point between them.
    Snap,
}

/// A condition of the rule, and what the release had for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finding {
    /// The number of its clause, from 0.
    pub clause: i32,
    /// Whether the condition holds.
    pub holds: bool,
    /// What it is about, such as "velocity".
    pub quantity: &'static str,
    /// The value of the release, in the unit.
    pub value: f64,
    /// The comparison, such as "above".
    pub comparison: &'static str,
    /// The threshold that the value was compared with, in the unit.
    pub threshold: f64,
    /// The unit, such as "mm/s".
    pub unit: &'static str,
}

/// The result of a release, and its reason.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// Where the animation settles.
    pub outcome: Outcome,
    /// The progress at which the animation comes to rest.
    pub target: f64,
    /// The verdict of the rule; none if the gesture was cancelled.
    pub verdict: Option<&'static str>,
    /// The number of the deciding clause, from 0.
    pub clause: Option<i32>,
    /// The progress that was compared with the snap points.
    pub judged: Option<f64>,
    /// What was found about each condition.
    pub findings: Vec<Finding>,
}

/// What happened between two samples.
#[derive(Debug, Clone, PartialEq)]
pub enum EventKind {
    /// A gesture began and holds the animation.
    Began,
    /// The fingers moved.
    Changed,
    /// The fingers were released.
    Ended,
    /// The gesture was cancelled.
    Cancelled,
    /// The release was judged.
    Decided(Decision),
    /// The animation continued by itself.
    Handoff,
    /// The animation came to an end: at its "start", its "end" or the "current" position.
    Completed(&'static str),
    /// The running animation is held, before there is a gesture.
    Held,
    /// An animation started without a release: "forward", "back", "then" or "dismissal".
    Started(&'static str),
}

/// An event between two samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The time on the caller's clock.
    pub time: i64,
    /// The progress at that time.
    pub fraction: f64,
    /// The change of the progress per second: the fingers' until the release, then the animation's.
    pub velocity: f64,
    /// What happened.
    pub kind: EventKind,
}

/// Drives one animation.
pub struct Session {
    handle: *mut sys::pg_session,
    width: usize,
    // The library keeps what it needs; the names of columns come from here.
    interaction: Interaction,
    // Null without a listener.
    listener: *mut listener::State,
}

// SAFETY: a session may be used by any thread, and by one at a time, which `&mut` ensures.
unsafe impl Send for Session {}

impl Drop for Session {
    fn drop(&mut self) {
        unsafe { sys::pg_session_destroy(self.handle) };
        listener::State::free(self.listener);
    }
}

impl Session {
    /// Creates a session for touch frames; an interaction that needs no surface takes `None`.
    pub fn new(interaction: &Interaction, start: i64, surface: Option<Surface>) -> Result<Self, Error> {
        let plane = surface.as_ref().map_or(ptr::null(), |surface| &surface.0 as *const _);
        let mut handle = ptr::null_mut();
        check(unsafe { sys::pg_session_create(interaction.0 .0, start, plane, &mut handle) }, None)?;
        Ok(Self::owning(handle, interaction))
    }

    /// Creates a session for the events of a device.
    pub fn for_device(interaction: &Interaction, start: i64, device: &Device) -> Result<Self, Error> {
        Self::for_raw_device(interaction, start, device.handle())
    }

    fn for_raw_device(
        interaction: &Interaction, start: i64, device: *const sys::pg_device,
    ) -> Result<Self, Error> {
        let (mut handle, mut error) = (ptr::null_mut(), no_error());
        let status = unsafe {
            sys::pg_session_create_for_device(interaction.0 .0, start, device, &mut handle, &mut error)
        };
        check(status, Some(&error))?;
        Ok(Self::owning(handle, interaction))
    }

    fn owning(handle: *mut sys::pg_session, interaction: &Interaction) -> Self {
        let width = unsafe { sys::pg_interaction_value_count(interaction.0 .0) };
        Session { handle, width, interaction: interaction.clone(), listener: ptr::null_mut() }
    }

    /// Returns the result of a call, or continues the panic of a listener in it.
    fn done(&mut self, status: i32) -> Result<(), Error> {
        listener::State::resume(self.listener);
        check(status, None)
    }

    /// The interaction.
    pub fn interaction(&self) -> &Interaction {
        &self.interaction
    }

    /// Takes a touch frame: all contacts at a time, none when the last finger has lifted.
    pub fn feed(&mut self, time: i64, contacts: &[Contact]) -> Result<(), Error> {
        let first = contacts.as_ptr().cast::<sys::pg_contact>();
        let status = unsafe { sys::pg_session_feed(self.handle, time, first, contacts.len()) };
        self.done(status)
    }

    /// Takes events of the session's device; a frame is complete with a report.
    pub fn feed_events(&mut self, events: &[InputEvent]) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_feed_events(self.handle, events.as_ptr(), events.len()) };
        self.done(status)
    }

    /// Advances to a time by which every frame has been fed.
    pub fn advance(&mut self, time: i64) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_advance(self.handle, time) };
        self.done(status)
    }

    /// The time of the next sample; none while nothing moves.
    pub fn next_time(&self) -> Option<i64> {
        Some(unsafe { sys::pg_session_next_time(self.handle) }).filter(|time| *time != i64::MAX)
    }

    /// Returns the state and the values at a time that need not be on the grid.
    pub fn sample_at(&mut self, time: i64) -> Result<(Sample, Vec<f64>), Error> {
        let (mut sample, mut values) = (sys::pg_sample::default(), vec![0.0; self.width]);
        let status =
            unsafe { sys::pg_session_sample_at(self.handle, time, &mut sample, values.as_mut_ptr()) };
        check(status, None)?;
        Ok((sample.into(), values))
    }

    /// Holds the running animation until it is resumed, reversed, or grabbed by a gesture.
    pub fn hold(&mut self, time: i64) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_hold(self.handle, time) };
        self.done(status)
    }

    /// Resumes the animation that `hold` has held.
    pub fn resume(&mut self, time: i64) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_resume(self.handle, time) };
        self.done(status)
    }

    /// Runs the animation toward its other end, from wherever it is.
    pub fn reverse(&mut self, time: i64) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_reverse(self.handle, time) };
        self.done(status)
    }

    /// Cancels the active gesture at a time; advances to it first, and has no other effect without a gesture.
    pub fn cancel(&mut self, time: i64) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_cancel(self.handle, time) };
        self.done(status)
    }

    /// Ends the input, and runs the animation until it rests.
    ///
    /// Returns `false` if the session keeps as many samples as it can; take them, and call it again.
    pub fn finish(&mut self) -> Result<bool, Error> {
        let status = unsafe { sys::pg_session_finish(self.handle) };
        let is_full = status == sys::PG_FULL;
        self.done(if is_full { sys::PG_OK } else { status })?;
        Ok(!is_full)
    }

    /// Sends samples and events to a listener instead of keeping them; `()` receives nothing.
    ///
    /// The call in which the listener panics continues the panic.
    pub fn set_listener(&mut self, listener: impl Listener + 'static) {
        self.listen(listener::State::new(self.handle, listener));
    }

    /// Keeps samples and events again, until they are taken.
    pub fn remove_listener(&mut self) {
        self.listen(ptr::null_mut());
    }

    fn listen(&mut self, state: *mut listener::State) {
        let functions = listener::State::functions(state);
        let place = functions.as_ref().map_or(ptr::null(), |functions| functions as *const _);
        // It can't fail: no other call is in progress while this one has the session for itself.
        unsafe { sys::pg_session_set_listener(self.handle, place) };
        listener::State::free(std::mem::replace(&mut self.listener, state));
    }

    /// Takes the oldest sample that has not been taken, and its values.
    pub fn take_sample(&mut self) -> Option<(Sample, Vec<f64>)> {
        let (mut sample, mut values) = (sys::pg_sample::default(), vec![0.0; self.width]);
        let count =
            unsafe { sys::pg_session_take_samples(self.handle, &mut sample, values.as_mut_ptr(), 1) };
        (count == 1).then(|| (sample.into(), values))
    }

    /// Takes the oldest event that has not been taken.
    pub fn take_event(&mut self) -> Option<Event> {
        let mut event = sys::pg_event::default();
        let count = unsafe { sys::pg_session_take_events(self.handle, &mut event, 1) };
        (count == 1).then(|| translated(&event, self.handle))
    }
}

/// Translates an event of a session that has just been taken or received.
fn translated(event: &sys::pg_event, session: *const sys::pg_session) -> Event {
    let kind = match event.kind {
        0 => EventKind::Began,
        1 => EventKind::Changed,
        2 => EventKind::Ended,
        3 => EventKind::Cancelled,
        4 => EventKind::Decided(Decision {
            outcome: [Outcome::Finish, Outcome::Cancel, Outcome::Snap][event.outcome as usize % 3],
            target: event.target,
            verdict: name(Names::Verdicts, event.detail),
            clause: (event.clause >= 0).then_some(event.clause),
            judged: (!event.judged.is_nan()).then_some(event.judged),
            findings: findings(session),
        }),
        5 => EventKind::Handoff,
        6 => EventKind::Completed(name(Names::Positions, event.detail).unwrap_or("current")),
        7 => EventKind::Held,
        _ => EventKind::Started(name(Names::Runs, event.detail).unwrap_or("forward")),
    };
    Event { time: event.time, fraction: event.fraction, velocity: event.velocity, kind }
}

fn findings(session: *const sys::pg_session) -> Vec<Finding> {
    let count = unsafe { sys::pg_session_findings(session, ptr::null_mut(), 0) };
    let mut rows = vec![sys::pg_finding::default(); count];
    unsafe { sys::pg_session_findings(session, rows.as_mut_ptr(), count) };
    let finding = |row: sys::pg_finding| Finding {
        clause: row.clause,
        holds: row.holds != 0,
        quantity: name(Names::Quantities, row.quantity).unwrap_or_default(),
        value: row.value,
        comparison: name(Names::Comparisons, row.comparison).unwrap_or_default(),
        threshold: row.threshold,
        unit: name(Names::Units, row.unit).unwrap_or_default(),
    };
    rows.into_iter().map(finding).collect()
}

/// A recording of any format that Pantograph reads.
pub struct Recording(*mut sys::pg_recording);

// SAFETY: a recording may be used by any thread, and by one at a time, which `&mut` ensures.
unsafe impl Send for Recording {}

impl Drop for Recording {
    fn drop(&mut self) {
        unsafe { sys::pg_recording_destroy(self.0) }
    }
}

impl Recording {
    /// Opens a recording.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        if let Some(name) = path.to_str() {
            let name = CString::new(name).map_err(|_| Error::Invalid)?;
            return Self::made(|place, error| unsafe { sys::pg_recording_open(name.as_ptr(), place, error) });
        }
        // The library takes paths in UTF-8.
        let failed = |error: io::Error| Error::Unusable { line: 0, column: 0, message: error.to_string() };
        Self::from_bytes(&fs::read(path).map_err(failed)?)
    }

    /// Opens a recording in memory, which is copied.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::made(|place, error| unsafe {
            sys::pg_recording_create(bytes.as_ptr().cast(), bytes.len(), place, error)
        })
    }

    fn made(
        create: impl FnOnce(*mut *mut sys::pg_recording, *mut sys::pg_error) -> i32,
    ) -> Result<Self, Error> {
        let (mut handle, mut error) = (ptr::null_mut(), no_error());
        check(create(&mut handle, &mut error), Some(&error))?;
        Ok(Recording(handle))
    }

    /// The time of the first event.
    pub fn start(&self) -> i64 {
        unsafe { sys::pg_recording_start(self.0) }
    }

    /// Replays the rest of it, and returns the session when its animation rests.
    ///
    /// `each` is called after every batch of events, to take samples and events.
    pub fn replay(
        &mut self, interaction: &Interaction, mut each: impl FnMut(&mut Session),
    ) -> Result<Session, Error> {
        let device = unsafe { sys::pg_recording_device(self.0) };
        let mut session = Session::for_raw_device(interaction, self.start(), device)?;
        let mut error = no_error();
        let mut events = [InputEvent::default(); 256];
        loop {
            let mut count = 0;
            let status = unsafe {
                sys::pg_recording_read(self.0, events.as_mut_ptr(), events.len(), &mut count, &mut error)
            };
            if status == sys::PG_END {
                break;
            }
            check(status, Some(&error))?;
            session.feed_events(&events[..count])?;
            each(&mut session);
        }
        while !session.finish()? {
            each(&mut session);
        }
        each(&mut session);
        Ok(session)
    }
}
