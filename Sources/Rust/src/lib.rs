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
//! A session keeps its samples and events until they are taken, or sends them to a [`Listener`]. A program that only
//! asks with [`Session::sample_at`] sets `()` as the listener, and nothing is kept.

#![deny(missing_docs)]

mod device;
mod error;
mod event;
mod interaction;
mod listener;
mod mathematics;
mod names;
#[cfg(feature = "evdev")]
mod recording;
mod sample;
mod session;
pub mod sys;

pub use device::{Device, InputEvent, Surface};
pub use error::Error;
pub use event::{Decision, Event, EventKind, Finding, Outcome};
pub use interaction::Interaction;
pub use listener::Listener;
pub use mathematics::{decide, momentum, velocity, Curve, Momentum, Release, Spring};
pub use names::{format, name, name_index, version, Names};
#[cfg(feature = "evdev")]
pub use recording::Recording;
pub use sample::{Contact, Phase, Sample};
pub use session::{Kept, LengthUnit, Session};
