//! Touches in, samples and events out.

use crate::device::{Device, InputEvent, Surface};
use crate::error::{call, check, no_error, Error};
use crate::event::{translated, Event};
use crate::interaction::Interaction;
use crate::listener::{self, Listener};
use crate::sample::{Contact, Sample};
use crate::sys;
use std::ptr;

/// A unit of the movements that a toolkit reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LengthUnit {
    /// The whole distance of the interaction.
    Progress,
    /// Millimetres.
    Millimetre,
    /// Apple's points, 163 per inch.
    Point,
    /// Android's and Flutter's, 160 per inch.
    DensityIndependent,
    /// CSS pixels, 96 per inch.
    Pixel,
    /// libinput's for movements on a touchpad, 296.8 per inch.
    TouchpadPixel,
    /// libinput's for scrolls and unaccelerated swipes on a touchpad, 267.12 per inch.
    TouchpadScroll,
}

/// What stays as it is when a session goes on with another interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// The progress: the second workspace stays the second one, whatever its size.
    Progress,
    /// The first value that both interactions have, where it is seen.
    Value,
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
        let mut handle = ptr::null_mut();
        call(|error| unsafe {
            sys::pg_session_create(interaction.handle(), start, Surface::pointer(&surface), &mut handle, error)
        })?;
        Ok(Self::owning(handle, interaction))
    }

    /// Creates a session for the events of a device.
    pub fn for_device(interaction: &Interaction, start: i64, device: &Device) -> Result<Self, Error> {
        Self::for_raw_device(interaction, start, device.handle())
    }

    pub(crate) fn for_raw_device(
        interaction: &Interaction, start: i64, device: *const sys::pg_device,
    ) -> Result<Self, Error> {
        let mut handle = ptr::null_mut();
        call(|error| unsafe {
            sys::pg_session_create_for_device(interaction.handle(), start, device, &mut handle, error)
        })?;
        Ok(Self::owning(handle, interaction))
    }

    fn owning(handle: *mut sys::pg_session, interaction: &Interaction) -> Self {
        let width = unsafe { sys::pg_interaction_value_count(interaction.handle()) };
        Session { handle, width, interaction: interaction.clone(), listener: ptr::null_mut() }
    }

    /// Returns the result of a call, or continues the panic of a listener in it.
    fn done(&mut self, status: i32) -> Result<(), Error> {
        listener::State::resume(self.listener);
        if status == sys::PG_OK {
            return Ok(());
        }
        let mut error = no_error();
        // The session is not busy: a listener can't have it, and other threads can't use it at the same time.
        unsafe { sys::pg_session_error(self.handle, &mut error) };
        check(status, &error)
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

    /// Begins a gesture that a toolkit has recognised, and of which it reports movements instead of contacts.
    ///
    /// The toolkit has decided that it is a gesture: slop, direction and edge of the interaction do not apply.
    pub fn begin(&mut self, time: i64, fingers: Option<u8>) -> Result<(), Error> {
        let count = fingers.map_or(0, i32::from);
        let status = unsafe { sys::pg_session_begin(self.handle, time, count) };
        self.done(status)
    }

    /// Moves the gesture of `begin` as the fingers move: to the right and downwards.
    pub fn move_by(&mut self, time: i64, dx: f64, dy: f64, unit: LengthUnit) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_move(self.handle, time, dx, dy, unit as i32) };
        self.done(status)
    }

    /// Ends the gesture of `begin`: it is released and judged, or cancelled.
    pub fn end(&mut self, time: i64, is_cancelled: bool) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_end(self.handle, time, i32::from(is_cancelled)) };
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
        let mut values = vec![0.0; self.width];
        Ok((self.sample_into(time, &mut values)?, values))
    }

    /// The same, but writes the values where you want them, as many as fit; the sample has their number.
    pub fn sample_into(&mut self, time: i64, values: &mut [f64]) -> Result<Sample, Error> {
        let mut sample = sys::pg_sample::default();
        let (place, count) = (values.as_mut_ptr(), values.len());
        let status = unsafe { sys::pg_session_sample_at(self.handle, time, &mut sample, place, count) };
        self.done(status)?;
        Ok(sample.into())
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

    /// Settles at a progress, with the velocity that it has; fingers that drive it lose it.
    pub fn settle_to(&mut self, time: i64, progress: f64) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_settle_to(self.handle, time, progress) };
        self.done(status)
    }

    /// Puts an animation that does not move at another progress at once.
    pub fn place(&mut self, time: i64, progress: f64) -> Result<(), Error> {
        let status = unsafe { sys::pg_session_place(self.handle, time, progress) };
        self.done(status)
    }

    /// Goes on with another interaction, from where the animation is and with its velocity.
    pub fn set_interaction(&mut self, time: i64, interaction: &Interaction, kept: Kept) -> Result<(), Error> {
        let status =
            unsafe { sys::pg_session_set_interaction(self.handle, time, interaction.handle(), kept as i32) };
        if status == sys::PG_OK {
            self.interaction = interaction.clone();
        }
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
        self.listen(listener::State::new(listener));
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
        let place = values.as_mut_ptr();
        let count = unsafe { sys::pg_session_take_samples(self.handle, &mut sample, 1, place, self.width) };
        (count == 1).then(|| (sample.into(), values))
    }

    /// Takes the oldest event that has not been taken.
    pub fn take_event(&mut self) -> Option<Event> {
        let mut event = sys::pg_event::default();
        let count = unsafe { sys::pg_session_take_events(self.handle, &mut event, 1) };
        (count == 1).then(|| {
            let count = unsafe { sys::pg_session_findings(self.handle, ptr::null_mut(), 0) };
            let mut findings = vec![sys::pg_finding::default(); count];
            unsafe { sys::pg_session_findings(self.handle, findings.as_mut_ptr(), count) };
            translated(&event, &findings)
        })
    }
}
