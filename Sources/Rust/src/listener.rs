//! Receivers of samples and events.

use crate::event::{translated, Event};
use crate::sample::Sample;
use crate::sys;
use std::any::Any;
use std::os::raw::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::slice;

/// Receives the samples and events of a session as they come.
pub trait Listener: Send {
    /// Receives a sample and its values.
    fn sample(&mut self, _sample: Sample, _values: &[f64]) {}

    /// Receives an event.
    fn event(&mut self, _event: Event) {}
}

/// Receives nothing, so that nothing is kept.
impl Listener for () {}

/// What the functions that C calls need.
pub(crate) struct State {
    listener: Box<dyn Listener>,
    /// What the listener has panicked with; it may not pass through C.
    panic: Option<Box<dyn Any + Send>>,
}

impl State {
    pub(crate) fn new(listener: impl Listener + 'static) -> *mut State {
        Box::into_raw(Box::new(State { listener: Box::new(listener), panic: None }))
    }

    pub(crate) fn free(state: *mut State) {
        if !state.is_null() {
            // SAFETY: it comes from `new`, and its session no longer uses it.
            drop(unsafe { Box::from_raw(state) });
        }
    }

    /// Continues a panic of the listener.
    pub(crate) fn resume(state: *mut State) {
        // SAFETY: it is null or comes from `new`, and no function that uses it is running.
        if let Some(panic) = unsafe { state.as_mut() }.and_then(|state| state.panic.take()) {
            resume_unwind(panic);
        }
    }

    pub(crate) fn functions(state: *mut State) -> Option<sys::pg_listener> {
        let functions = sys::pg_listener { sample: Some(sample), event: Some(event), data: state.cast() };
        (!state.is_null()).then_some(functions)
    }

    /// Calls the listener; after a panic no more, until the panic has been continued.
    fn send(&mut self, body: impl FnOnce(&mut dyn Listener)) {
        if self.panic.is_none() {
            let listener = &mut *self.listener;
            self.panic = catch_unwind(AssertUnwindSafe(|| body(listener))).err();
        }
    }
}

extern "C" fn sample(data: *mut c_void, sample: *const sys::pg_sample, values: *const f64, count: usize) {
    // SAFETY: C passes the state, a sample, and as many values.
    let (state, sample) = unsafe { (&mut *data.cast::<State>(), *sample) };
    state.send(|listener| listener.sample(sample.into(), array(values, count)));
}

extern "C" fn event(
    data: *mut c_void, event: *const sys::pg_event, findings: *const sys::pg_finding, count: usize,
) {
    // SAFETY: C passes the state, an event, and as many findings.
    let (state, event) = unsafe { (&mut *data.cast::<State>(), *event) };
    state.send(|listener| listener.event(translated(&event, array(findings, count))));
}

/// Returns an array of C as long as a callback.
fn array<'call, T>(first: *const T, count: usize) -> &'call [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: C passes as many.
    unsafe { slice::from_raw_parts(first, count) }
}
