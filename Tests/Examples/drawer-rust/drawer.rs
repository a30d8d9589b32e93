//! A drawer that a finger pulls up and lets go: shows its offset in pixels for each requested frame.
use std::io::{self, BufRead};

const HEIGHT: f64 = 400.0; // pixels
const STIFFNESS: f64 = 14.0; // per second

enum State {
    Rests,
    Follows { finger: i32, y: f64, time: f64 },
    Settles { since: f64, from: f64, target: f64, is_over: bool },
}

fn main() {
    let (mut offset, mut velocity, mut state) = (0.0_f64, 0.0_f64, State::Rests);
    println!("time,drawer.offset,event");
    for line in io::stdin().lock().lines().map(|line| line.unwrap()).skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |index: usize| cells[index].parse::<f64>().unwrap_or(f64::NAN);
        let (now, contact, now_y) = (number(0), cells[2].parse().unwrap_or(-1), number(6));
        match (cells[1], &mut state) {
            ("began", State::Rests | State::Settles { .. }) => {
                state = State::Follows { finger: contact, y: now_y, time: now };
                velocity = 0.0;
            }
            ("moved", State::Follows { finger, y, time }) if *finger == contact => {
                if now > *time {
                    velocity = (*y - now_y) / (now - *time);
                }
                offset = (offset + *y - now_y).clamp(0.0, HEIGHT);
                (*y, *time) = (now_y, now);
            }
            (kind @ ("ended" | "cancelled"), State::Follows { finger, .. }) if *finger == contact => {
                let is_far = velocity > 300.0 || velocity > -300.0 && offset > HEIGHT / 2.0;
                let opens = kind == "ended" && is_far;
                let target = if opens { HEIGHT } else { 0.0 };
                state = State::Settles { since: now, from: offset, target, is_over: false };
                println!("{now:.6},,{}", if opens { "opens" } else { "closes" });
            }
            ("frame", state) => {
                if let State::Settles { since, from, target, is_over } = state {
                    // A critically damped spring.
                    let (t, distance) = (now - *since, *from - *target);
                    let change = distance + (velocity + STIFFNESS * distance) * t;
                    offset = *target + change * (-STIFFNESS * t).exp();
                    if !*is_over && (offset - *target).abs() < 0.5 {
                        *is_over = true;
                        println!("{now:.6},,settled");
                    }
                }
                println!("{now:.6},{offset:.3},");
            }
            _ => {}
        }
    }
}
