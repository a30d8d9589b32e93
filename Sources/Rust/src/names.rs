//! Names that the library knows, and numbers as it writes them.

use crate::error::{c_text, call, Error};
use crate::sys;
use std::ffi::CStr;
use std::os::raw::c_char;

pub(crate) fn text(pointer: *const c_char) -> Option<&'static str> {
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

/// Returns the index of a name in a list; the error of an unknown one says which is similar.
pub fn name_index(list: Names, name: &str) -> Result<usize, Error> {
    let (name, mut index) = (c_text(name)?, -1);
    call(|error| {
        index = unsafe { sys::pg_name_index(list as i32, name.as_ptr(), error) };
        if index < 0 { sys::PG_INVALID } else { sys::PG_OK }
    })?;
    Ok(index as usize)
}

/// Returns a number as Pantograph's tables have it.
pub fn format(value: f64, decimals: u8) -> String {
    let mut memory = [0 as c_char; 64];
    unsafe { sys::pg_format(value, decimals.into(), memory.as_mut_ptr(), memory.len()) };
    unsafe { CStr::from_ptr(memory.as_ptr()) }.to_string_lossy().into_owned()
}
