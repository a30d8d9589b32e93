//! Functions without a session.

use crate::error::{c_text, call, Error};
use crate::event::Outcome;
use crate::sys;

pub use sys::pg_release as Release;

/// A damped spring of unit mass.
#[derive(Clone, Copy)]
pub struct Spring(sys::pg_spring);

impl Spring {
    /// The spring with a mass, a stiffness and a damping.
    pub fn with_mass(mass: f64, stiffness: f64, damping: f64) -> Self {
        Spring(unsafe { sys::pg_spring_with_mass(mass, stiffness, damping) })
    }

    /// The spring with a response in seconds, the period without damping, and a damping ratio.
    pub fn with_response(response: f64, damping_ratio: f64) -> Self {
        Spring(unsafe { sys::pg_spring_with_response(response, damping_ratio) })
    }

    /// Returns the offset from the rest and its velocity, some seconds after those at the start.
    pub fn at(&self, seconds: f64, offset: f64, velocity: f64) -> (f64, f64) {
        let start = sys::pg_motion { position: offset, velocity };
        let motion = unsafe { sys::pg_spring_state(self.0, seconds, start) };
        (motion.position, motion.velocity)
    }

    /// Returns the seconds after which it counts as settled, as Core Animation has it.
    pub fn settling_time(&self, velocity: f64) -> f64 {
        unsafe { sys::pg_spring_settling_time(self.0, velocity) }
    }
}

/// A cubic curve from (0, 0) to (1, 1) with two control points.
#[derive(Clone, Copy)]
pub struct Curve(sys::pg_curve);

impl Curve {
    /// The curve with two control points.
    pub fn new((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Self {
        Curve(sys::pg_curve { x1, y1, x2, y2 })
    }

    /// The curve with a name, such as "easeInOut".
    pub fn named(curve: &str) -> Result<Self, Error> {
        let (name, mut place) = (c_text(curve)?, sys::pg_curve::default());
        call(|error| unsafe { sys::pg_curve_named(name.as_ptr(), &mut place, error) })?;
        Ok(Curve(place))
    }

    /// Returns the value at a fraction of the duration, and the slope there.
    pub fn at(&self, fraction: f64) -> (f64, f64) {
        let motion = unsafe { sys::pg_curve_at(self.0, fraction) };
        (motion.position, motion.velocity)
    }
}

/// Estimates the velocity of a finger at a time by an estimator, such as "android", from rows of time, x and y.
pub fn velocity(estimator: &str, positions: &[(i64, f64, f64)], now: i64) -> Result<(f64, f64), Error> {
    let estimator = c_text(estimator)?;
    let rows: Vec<_> = positions.iter().map(|&(time, x, y)| sys::pg_position { time, x, y }).collect();
    let (mut x, mut y) = (0.0, 0.0);
    call(|error| unsafe {
        sys::pg_velocity(estimator.as_ptr(), rows.as_ptr(), rows.len(), now, &mut x, &mut y, error)
    })?;
    Ok((x, y))
}

/// What content that coasts does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Momentum {
    /// How far it has come.
    pub position: f64,
    /// Its velocity, per second.
    pub velocity: f64,
    /// How far it goes.
    pub distance: f64,
    /// The seconds until it stops.
    pub duration: f64,
}

/// Returns what content does some seconds after its release, by the law of a toolkit, such as "gtk".
pub fn momentum(law: &str, velocity: f64, seconds: f64) -> Result<Momentum, Error> {
    let (mut motion, mut distance, mut duration) = (sys::pg_motion::default(), 0.0, 0.0);
    let law = c_text(law)?;
    call(|error| unsafe {
        sys::pg_momentum_at(law.as_ptr(), velocity, seconds, &mut motion, &mut distance, &mut duration, error)
    })?;
    Ok(Momentum { position: motion.position, velocity: motion.velocity, distance, duration })
}

/// Judges a release by the rule of a toolkit, such as "android-viewpager": where the animation settles, and the
/// progress there.
pub fn decide(rule: &str, release: &Release) -> Result<(Outcome, f64), Error> {
    let (rule, mut outcome, mut target) = (c_text(rule)?, 0, 0.0);
    call(|error| unsafe { sys::pg_rule_decide(rule.as_ptr(), release, &mut outcome, &mut target, error) })?;
    let outcomes = [Outcome::Finish, Outcome::Cancel, Outcome::Snap];
    Ok((outcomes[outcome as usize % 3], target))
}
