//! Where touches come from.

use crate::error::{c_text, call, Error};
use crate::sys;
#[cfg(feature = "evdev")]
use std::os::unix::io::AsRawFd;
use std::ptr;

pub use sys::pg_input_event as InputEvent;

/// The surface that the fingers touch.
#[derive(Clone, Copy)]
pub struct Surface(sys::pg_surface);

impl Surface {
    /// A surface with a width and height in millimetres.
    pub fn new(width: f64, height: f64) -> Self {
        Surface(sys::pg_surface { width, height, units_per_mm_x: 0.0, units_per_mm_y: 0.0 })
    }

    /// The same with the device's units per millimetre, which only interactions in device units need.
    pub fn with_units(mut self, per_mm_x: f64, per_mm_y: f64) -> Self {
        (self.0.units_per_mm_x, self.0.units_per_mm_y) = (per_mm_x, per_mm_y);
        self
    }

    /// Returns a surface for C.
    pub(crate) fn pointer(surface: &Option<Surface>) -> *const sys::pg_surface {
        surface.as_ref().map_or(ptr::null(), |surface| &surface.0)
    }
}

/// The description of an evdev device: what it can send, and the ranges of its axes.
pub struct Device(*mut sys::pg_device);

// SAFETY: a description changes only by `&mut`.
unsafe impl Send for Device {}
unsafe impl Sync for Device {}

impl Drop for Device {
    fn drop(&mut self) {
        unsafe { sys::pg_device_destroy(self.0) }
    }
}

impl Device {
    /// The description of a device that has nothing yet.
    pub fn new(name: &str) -> Result<Self, Error> {
        let (name, mut handle) = (c_text(name)?, ptr::null_mut());
        call(|error| unsafe { sys::pg_device_create(name.as_ptr(), &mut handle, error) })?;
        Ok(Device(handle))
    }

    #[cfg(feature = "evdev")]
    /// Describes an open device, such as `&File::open("/dev/input/event4")?`, which stays yours.
    pub fn from_file(file: &impl AsRawFd) -> Result<Self, Error> {
        let mut handle = ptr::null_mut();
        call(|error| unsafe { sys::pg_device_create_from_fd(file.as_raw_fd(), &mut handle, error) })?;
        Ok(Device(handle))
    }

    /// Adds an input property, such as 1, `INPUT_PROP_DIRECT` of a touchscreen.
    pub fn add_property(&mut self, property: u16) -> Result<(), Error> {
        call(|error| unsafe { sys::pg_device_add_property(self.0, property, error) })
    }

    /// Adds a code that the device can send, such as 1 and 0x14a, `EV_KEY` and `BTN_TOUCH`.
    pub fn add_code(&mut self, kind: u16, code: u16) -> Result<(), Error> {
        call(|error| unsafe { sys::pg_device_add_code(self.0, kind, code, error) })
    }

    /// Adds an absolute axis, or changes its range; the resolution is units per millimetre, 0 if not known.
    pub fn add_axis(&mut self, code: u16, minimum: i32, maximum: i32, resolution: i32) -> Result<(), Error> {
        call(|error| unsafe { sys::pg_device_add_axis(self.0, code, minimum, maximum, resolution, error) })
    }

    pub(crate) fn handle(&self) -> *const sys::pg_device {
        self.0
    }
}
