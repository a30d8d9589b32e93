//! Tests of what the crate adds to the C library.

use pantograph::*;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{mpsc, Arc, Mutex};
use std::{env, fs, process, thread};

fn sheet() -> Interaction {
    Interaction::from_template("sheet").unwrap()
}

/// A session and the gesture of the pages, which ends at 104 ms.
fn session() -> Session {
    Session::new(&sheet(), 0, Some(Surface::new(65.0, 120.0))).unwrap()
}

fn flick(session: &mut Session) -> Result<(), Error> {
    for number in 0..13 {
        session.feed(number * 8_000, &[Contact::new(1, 30.0, 100.0 - 1.25 * number as f64)])?;
    }
    session.feed(104_000, &[])
}

/// One unit of the device is a point, and 400 points are the whole way to the right.
fn in_device_units() -> Interaction {
    Interaction::new(
        r#"{
            "version": 1, "surface": { "unit": "device" }, "gesture": { "pan": { "slop": { "mm": 0 } } },
            "progress": { "toward": "right", "distance": { "points": 400 } },
            "animation": { "duration": 1, "properties": [{ "name": "x", "from": 0, "to": 1 }] }
        }"#,
    )
    .unwrap()
}

struct Collector(Arc<Mutex<(Vec<(Sample, Vec<f64>)>, Vec<Event>)>>);

impl Listener for Collector {
    fn sample(&mut self, sample: Sample, values: &[f64]) {
        self.0.lock().unwrap().0.push((sample, values.to_vec()));
    }
    fn event(&mut self, event: Event) {
        self.0.lock().unwrap().1.push(event);
    }
}

fn all<T>(next: impl FnMut() -> Option<T>) -> Vec<T> {
    std::iter::from_fn(next).collect()
}

#[test]
fn a_listener_receives_what_would_be_kept() -> Result<(), Error> {
    let (mut keeping, mut sending) = (session(), session());
    let received = Arc::default();
    sending.set_listener(Collector(Arc::clone(&received)));
    for session in [&mut keeping, &mut sending] {
        flick(session)?;
        session.finish()?;
    }
    let received = received.lock().unwrap();
    let samples = all(|| keeping.take_sample());
    assert!(samples.len() > 50);
    assert_eq!(received.0, samples);
    let events = all(|| keeping.take_event());
    let facts = |events: &[Event]| -> Vec<_> {
        events.iter().map(|event| (event.time, event.fraction, std::mem::discriminant(&event.kind))).collect()
    };
    assert_eq!(facts(&received.1), facts(&events));
    let decision = |events: &[Event]| {
        events.iter().find_map(|event| match &event.kind {
            EventKind::Decided(decision) => Some(decision.clone()),
            _ => None,
        })
    };
    assert_eq!(decision(&received.1), decision(&events));
    assert!(!decision(&received.1).unwrap().findings.is_empty());
    assert!(sending.take_sample().is_none() && sending.take_event().is_none());
    Ok(())
}

#[test]
fn nothing_is_kept_for_the_empty_listener() -> Result<(), Error> {
    let mut session = session();
    session.set_listener(());
    flick(&mut session)?;
    assert!(session.take_sample().is_none());
    session.remove_listener();
    session.advance(204_000)?;
    // The sheet has 120 samples a second.
    assert_eq!(all(|| session.take_sample()).len(), 12);
    Ok(())
}

struct Fails(mpsc::Sender<()>);

impl Listener for Fails {
    fn sample(&mut self, _: Sample, _: &[f64]) {
        self.0.send(()).unwrap();
        panic!("it fails");
    }
}

#[test]
fn a_panic_of_a_listener_passes_around_c() {
    let (mut session, (sender, receiver)) = (session(), mpsc::channel());
    session.set_listener(Fails(sender));
    let panic = catch_unwind(AssertUnwindSafe(|| flick(&mut session))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"it fails"));
    assert_eq!(receiver.try_iter().count(), 1);
    // The session goes on with another listener.
    session.set_listener(());
    flick(&mut session).unwrap();
    session.finish().unwrap();
}

#[test]
fn all_may_move_to_other_threads() {
    fn send<T: Send>() {}
    fn share<T: Sync>() {}
    send::<Session>();
    send::<Recording>();
    send::<Device>();
    share::<Interaction>();
    share::<Device>();
    let mut session = session();
    session.set_listener(());
    thread::spawn(move || flick(&mut session)).join().unwrap().unwrap();
}

#[test]
fn a_surface_may_have_units() -> Result<(), Error> {
    for units in [10.0, 20.0] {
        let surface = Surface::new(100.0, 65.0).with_units(units, units);
        let mut session = Session::new(&in_device_units(), 0, Some(surface))?;
        session.feed(0, &[Contact::new(1, 20.0, 30.0)])?;
        session.feed(8_000, &[Contact::new(1, 30.0, 30.0)])?;
        let (sample, _) = session.sample_at(8_000)?;
        assert!((sample.fraction - 10.0 * units / 400.0).abs() < 1e-12, "{sample:?}");
    }
    Ok(())
}

#[test]
fn events_of_a_device_move_the_animation() -> Result<(), Error> {
    let mut device = Device::new("touchscreen")?;
    device.add_property(1)?;
    device.add_code(1, 0x14a)?;
    for (code, maximum, resolution) in [(0x2f, 4, 0), (0x35, 1000, 10), (0x36, 650, 10), (0x39, 65535, 0)] {
        device.add_axis(code, 0, maximum, resolution)?;
    }
    let mut session = Session::for_device(&in_device_units(), 0, &device)?;
    let event = |time, kind, code, value| InputEvent { time, kind, code, value };
    session.feed_events(&[
        event(0, 3, 0x39, 7),
        event(0, 3, 0x35, 200),
        event(0, 3, 0x36, 300),
        event(0, 1, 0x14a, 1),
        event(0, 0, 0, 0),
        event(8_000, 3, 0x35, 300),
        event(8_000, 0, 0, 0),
    ])?;
    let (sample, _) = session.sample_at(8_000)?;
    assert!((sample.fraction - 100.0 / 400.0).abs() < 1e-12, "{sample:?}");
    let refused = session.feed(16_000, &[]);
    assert_eq!(refused, Err(Error::Invalid("the session takes the events of a device".into())));
    assert!(matches!(Session::for_device(&sheet(), 0, &Device::new("nothing")?), Err(Error::Unusable { .. })));
    let file = fs::File::open("/dev/null").unwrap();
    assert!(matches!(Device::from_file(&file), Err(Error::Unusable { .. })));
    Ok(())
}

#[test]
fn values_are_written_where_one_wants() -> Result<(), Error> {
    let mut session = session();
    flick(&mut session)?;
    let (sample, all) = session.sample_at(104_000)?;
    assert_eq!((sample.value_count, all.len()), (2, 2));
    // Less room: the first ones, and the number of all.
    let mut some = [-7.0; 3];
    assert_eq!(session.sample_into(104_000, &mut some[..1])?, sample);
    assert_eq!(some, [all[0], -7.0, -7.0]);
    assert_eq!(session.sample_into(104_000, &mut some)?, sample);
    assert_eq!(some, [all[0], all[1], -7.0]);
    Ok(())
}

#[test]
fn a_program_sends_it_and_changes_its_interaction() -> Result<(), Error> {
    let (sheet, mut session) = (sheet(), session());
    session.place(0, 0.5)?;
    session.settle_to(0, 1.0)?;
    let before = session.sample_at(100_000)?.0;
    assert!(before.fraction > 0.5 && before.velocity > 0.0);
    session.set_interaction(100_000, &sheet.changed("settle/finish/spring/response", "0.9")?, Kept::Progress)?;
    let after = session.sample_at(100_000)?.0;
    assert!((after.fraction - before.fraction).abs() < 1e-9 && (after.velocity - before.velocity).abs() < 1e-6);
    session.finish()?;
    let kinds = all(|| session.take_event()).into_iter().map(|event| event.kind).collect::<Vec<_>>();
    assert_eq!(kinds, [EventKind::Started("forward"), EventKind::Handoff, EventKind::Completed("end")]);
    session.settle_to(9_000_000, 0.25)?;
    assert_eq!(session.take_event().map(|event| event.kind), Some(EventKind::Started("place")));
    Ok(())
}

#[test]
fn refusals_say_why() -> Result<(), Error> {
    let (sheet, mut session) = (sheet(), session());
    let finger = Contact::new(1, 1.0, 1.0);
    let share = sheet.changed("progress/distance", r#"{ "share": 0.5 }"#)?;
    let release = Release { distance: 0.0, ..Release::default() };
    for (error, message) in [
        (session.feed(0, &[finger, finger]).err(), "contacts[1] has the id of another one, 1"),
        (session.resume(0).err(), "nothing is held"),
        (
            Session::new(&sheet, 0, Some(Surface::new(0.0, 1.0))).err(),
            "a surface of 0 × 1 mm: expected 0.001 to 1e6 mm",
        ),
        (
            share.check_surface(None).err(),
            "lengths depend on the size of the surface, which is not known",
        ),
        (Interaction::from_template("shet").err(), "unknown template 'shet'; did you mean 'sheet'?"),
        (Interaction::from_template("a\0b").err(), "\"a\\0b\" contains a null character"),
        (Curve::named("lineer").err(), "unknown curve 'lineer'; did you mean 'linear'?"),
        (velocity("andriod", &[], 0).err(), "unknown estimator 'andriod'; did you mean 'android'?"),
        (momentum("gtk", 1.0, -1.0).err(), "-1 seconds: expected a number from 0"),
        (decide("kwin", &release).err(), "release: distance is 0; expected more than 0"),
        (name_index(Names::Rules, "kvin").err(), "unknown rule 'kvin'; did you mean 'kwin'?"),
    ] {
        assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(message));
    }
    session.advance(1_000)?;
    let late = Error::TooLate("the time is before the last frame or the last advance".into());
    assert_eq!(session.sample_at(999), Err(late));
    assert!(share.check_surface(Some(Surface::new(65.0, 120.0))).is_ok());
    let index = name_index(Names::Rules, "kwin")?;
    assert_eq!(name(Names::Rules, index as i32), Some("kwin"));
    Ok(())
}

#[test]
fn the_path_of_a_recording_need_not_be_utf_8() {
    let folder = env::temp_dir().join(format!("pantograph-{}", process::id()));
    fs::create_dir(&folder).unwrap();
    let path = folder.join(OsStr::from_bytes(b"a\xff.evemu"));
    fs::write(&path, "# EVEMU 1.3\nN: x\n").unwrap();
    let missing = path.with_extension("yml");
    let messages = [&path, &missing].map(|path| Recording::open(path).err().unwrap().to_string());
    fs::remove_dir_all(&folder).unwrap();
    // It is read.
    assert!(messages[0] == "contains no events" && messages[1] == "no such file", "{messages:?}");
}

#[test]
fn the_mathematics_is_that_of_the_laws() -> Result<(), Error> {
    let close = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one} is not {other}");
    // The closed form of a critically damped spring from rest at 1.
    let turns = 2.0 * std::f64::consts::PI / 0.5 * 0.1;
    close(Spring::with_response(0.5, 1.0).at(0.1, 1.0, 0.0).0, (1.0 + turns) * (-turns).exp());
    close(Curve::named("linear")?.at(0.25).0, 0.25);
    close(Curve::new((0.25, 0.25), (0.75, 0.75)).at(0.4).0, 0.4);
    close(momentum("gtk-4.8", 1000.0, 0.25)?.velocity, 1000.0 * (-1f64).exp());
    close(velocity("hammer", &[(0, 0.0, 0.0), (10_000, 1.0, 2.0)], 10_000)?.1, 200.0);
    let release = Release { distance: 60.0, fraction: 0.4, peak: 0.4, ..Release::default() };
    assert_eq!(decide("android-viewpager", &release)?, (Outcome::Cancel, 0.0));
    assert!(decide("nobody", &release).is_err() && Curve::named("a\0b").is_err());
    Ok(())
}
