//! What a session takes and returns at a time: contacts and samples.

use crate::sys;

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
    /// The number of its values, also of those for which the caller had no room.
    pub value_count: usize,
}

impl From<sys::pg_sample> for Sample {
    fn from(sample: sys::pg_sample) -> Self {
        let phase = [Phase::Idle, Phase::Tracking, Phase::Settling, Phase::Rest];
        Sample {
            time: sample.time,
            phase: phase[sample.phase as usize & 3],
            fraction: sample.fraction,
            velocity: sample.velocity,
            value_count: sample.value_count as usize,
        }
    }
}
