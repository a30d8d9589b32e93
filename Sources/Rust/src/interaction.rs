//! What a gesture does to an animation.

use crate::device::Surface;
use crate::error::{c_text, call, Error};
use crate::names::text;
use crate::sys;
use std::ptr;
use std::sync::Arc;

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
        let name = c_text(name)?;
        Self::made(|place, error| unsafe {
            sys::pg_interaction_create_from_template(name.as_ptr(), place, error)
        })
    }

    /// Returns an interaction that differs in one value, such as `changed("animation/duration", "0.4")`.
    pub fn changed(&self, path: &str, json: &str) -> Result<Self, Error> {
        let (path, json) = (c_text(path)?, c_text(json)?);
        Self::made(|place, error| unsafe {
            sys::pg_interaction_create_with(self.0 .0, path.as_ptr(), json.as_ptr(), place, error)
        })
    }

    fn made(
        create: impl FnOnce(*mut *mut sys::pg_interaction, *mut sys::pg_error) -> i32,
    ) -> Result<Self, Error> {
        let mut handle = ptr::null_mut();
        call(|error| create(&mut handle, error))?;
        Ok(Interaction(Arc::new(OwnedInteraction(handle))))
    }

    /// Checks whether [`Session::new`] can have this surface; the error says why not.
    pub fn check_surface(&self, surface: Option<Surface>) -> Result<(), Error> {
        call(|error| unsafe { sys::pg_interaction_check_surface(self.0 .0, Surface::pointer(&surface), error) })
    }

    pub(crate) fn handle(&self) -> *const sys::pg_interaction {
        self.0 .0
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
