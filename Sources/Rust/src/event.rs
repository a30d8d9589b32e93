//! What happens between two samples.

use crate::names::{name, Names};
use crate::sys;

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
    /// An animation started without a release: "forward", "back", "place", "then" or "dismissal".
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

/// Translates an event; the findings are those of the last decision.
pub(crate) fn translated(event: &sys::pg_event, findings: &[sys::pg_finding]) -> Event {
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
            findings: findings.iter().map(Finding::from).collect(),
        }),
        5 => EventKind::Handoff,
        6 => EventKind::Completed(name(Names::Positions, event.detail).unwrap_or("current")),
        7 => EventKind::Held,
        _ => EventKind::Started(name(Names::Runs, event.detail).unwrap_or("forward")),
    };
    Event { time: event.time, fraction: event.fraction, velocity: event.velocity, kind }
}

impl From<&sys::pg_finding> for Finding {
    fn from(row: &sys::pg_finding) -> Self {
        Finding {
            clause: row.clause,
            holds: row.holds != 0,
            quantity: name(Names::Quantities, row.quantity).unwrap_or_default(),
            value: row.value,
            comparison: name(Names::Comparisons, row.comparison).unwrap_or_default(),
            threshold: row.threshold,
            unit: name(Names::Units, row.unit).unwrap_or_default(),
        }
    }
}
