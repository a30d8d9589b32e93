//! Recordings of touches.

use crate::device::InputEvent;
use crate::error::{c_text, call, check, no_error, Error};
use crate::interaction::Interaction;
use crate::session::Session;
use crate::sys;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

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
        let path = c_text(path.as_ref().as_os_str().as_bytes())?;
        Self::made(|place, error| unsafe { sys::pg_recording_open(path.as_ptr(), place, error) })
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
        let mut handle = ptr::null_mut();
        call(|error| create(&mut handle, error))?;
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
            check(status, &error)?;
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
