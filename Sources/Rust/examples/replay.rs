//! Replays a recording, and prints the events and the samples as an expected trajectory has them.
//!
//!     cargo run --example replay RECORDING INTERACTION

use pantograph::{format, EventKind, Interaction, Recording, Session};
use std::{env, error, fs};

fn six(value: f64) -> String {
    format(value, 6)
}

fn print_events(session: &mut Session, start: i64) {
    while let Some(event) = session.take_event() {
        let kind = match &event.kind {
            EventKind::Changed => continue,
            EventKind::Completed(position) => format!("completed {position}"),
            EventKind::Started(run) => format!("started {run}"),
            EventKind::Decided(decision) => {
                let outcome = format!("{:?}", decision.outcome).to_lowercase();
                let mut words = format!("decided {outcome} target {}", six(decision.target));
                if let Some(verdict) = decision.verdict {
                    words += &format!(" verdict {verdict}");
                }
                if let Some(clause) = decision.clause {
                    words += &format!(" clause {}", clause + 1);
                }
                if let Some(progress) = decision.judged {
                    words += &format!(" progress {}", six(progress));
                }
                words
            }
            other => format!("{other:?}").to_lowercase(),
        };
        let time = six((event.time - start) as f64 / 1e6);
        println!("# event {time} {kind} fraction {} velocity {}", six(event.fraction), six(event.velocity));
        if let EventKind::Decided(decision) = &event.kind {
            for found in &decision.findings {
                let holds = if found.holds { "holds" } else { "fails" };
                let (value, threshold) = (six(found.value), six(found.threshold));
                println!(
                    "# found clause {} {holds} {} {value} {} {threshold} {}",
                    found.clause + 1, found.quantity, found.comparison, found.unit
                );
            }
        }
    }
}

fn main() -> Result<(), Box<dyn error::Error>> {
    let arguments: Vec<String> = env::args().collect();
    let (recording, interaction) = match arguments.as_slice() {
        [_, recording, interaction] => (recording, interaction),
        _ => return Err("usage: replay RECORDING INTERACTION".into()),
    };
    let interaction = Interaction::new(&fs::read_to_string(interaction)?)?;
    let mut recording = Recording::open(recording)?;
    let start = recording.start();
    let mut session = recording.replay(&interaction, |session| print_events(session, start))?;
    println!("{}", [vec!["time,phase,fraction,velocity".into()], interaction.columns()].concat().join(","));
    while let Some((sample, values)) = session.take_sample() {
        let phase = format!("{:?}", sample.phase).to_lowercase();
        let mut row = vec![six((sample.time - start) as f64 / 1e6), phase, six(sample.fraction), six(sample.velocity)];
        row.extend(values.iter().map(|value| six(*value)));
        println!("{}", row.join(","));
    }
    Ok(())
}
