// Swipes that the tracker of Tests/Examples/gjs-tracker gets, and what must come of them, by arithmetic: 400 of libinput's
// pixels are a step under the fingers, and GNOME Shell's rule goes to the nearest snap point at rest.
import GLib from 'gi://GLib';
import Pantograph from 'gi://Pantograph?version=0';
import System from 'system';
import { SwipeTracker } from './swipeTracker.js';

let failures = 0;
function expect(holds, sentence) {
  if (holds) return;
  failures++;
  printerr(`wrong: ${sentence}`);
}

// Runs a tracker with frames at 60 Hz, each seen a frame later, and takes down its signals.
class Desk {
  time = 1_000_000;
  seen = [];
  wanted = false;
  nextFrame = 1_000_000;

  constructor(snapPoints, start = 0) {
    this.tracker = new SwipeTracker(() => { this.wanted = true; });
    this.tracker.connect('begin', () => {
      this.seen.push(['begin']);
      this.tracker.confirmSwipe(1920, snapPoints, this.progress ?? start, 0);
    });
    this.tracker.connect('update', (_tracker, progress) => {
      this.progress = progress;
      this.seen.push(['update', progress]);
    });
    this.tracker.connect('end', (_tracker, duration, point) => this.seen.push(['end', duration, point]));
  }

  wait(seconds) {
    const end = this.time + seconds * 1e6;
    while (this.nextFrame < end) {
      if (this.wanted) {
        this.wanted = false;
        this.tracker.frame(this.nextFrame + 16_667);
      }
      this.nextFrame += 16_667;
    }
    this.time = end;
  }

  swipe(steps, seconds, rest, { fingers = 3, end = 'end' } = {}) {
    this.tracker.swipe('begin', fingers, 0, 0, this.time);
    const count = Math.round(seconds / 0.008);
    for (let index = 0; index < count; index++) {
      this.wait(0.008);
      this.tracker.swipe('update', fingers, -400 * steps / count, 0, this.time);
    }
    this.wait(rest);
    this.tracker.swipe(end, fingers, 0, 0, this.time);
  }

  get ends() { return this.seen.filter(([kind]) => kind === 'end').map(([, duration, point]) => [duration, point].join()); }
}

function test(name, work) {
  const before = failures;
  work();
  print(`${failures === before ? 'ok' : 'not ok'}: ${name}`);
}

test('follows the fingers, and goes back at rest', () => {
  const desk = new Desk([0, 1, 2]);
  desk.swipe(0.3, 0.4, 0.3);
  expect(Math.abs(desk.progress - 0.3) < 1e-6, `0.3 of a step: ${desk.progress}`);
  desk.wait(1);
  expect(desk.ends.join(' ') === '0,0', `it ends at ${desk.ends.join(' ')}`);
  expect(desk.seen[0][0] === 'begin' && desk.seen.filter(([kind]) => kind === 'begin').length === 1, 'one begin');
});

test('goes on at rest beyond the middle, and by a flick, one step at most', () => {
  const desk = new Desk([0, 1, 2]);
  desk.swipe(0.7, 0.4, 0.3);
  desk.wait(1);
  desk.swipe(0.4, 0.08, 0);
  desk.wait(1);
  desk.swipe(-0.4, 0.08, 0);
  desk.wait(1);
  expect(desk.ends.join(' ') === '0,1 0,2 0,1', `it ends at ${desk.ends.join(' ')}`);
});

test('is caught while it moves, without a jump', () => {
  const desk = new Desk([0, 1, 2]);
  desk.swipe(0.4, 0.08, 0);
  desk.wait(0.05);
  const caught = desk.progress;
  desk.swipe(0, 0.2, 0.2);
  expect(caught > 0.4 && caught < 1, `caught at ${caught}`);
  const steps = desk.seen.filter(([kind]) => kind === 'update').map(([, progress]) => progress);
  const jump = Math.max(...steps.slice(1).map((step, index) => Math.abs(step - steps[index])));
  // 5 steps a second, over the two periods by which the first frame after the release is ahead of the last finger's.
  expect(jump < 0.2, `a step of ${jump} in a frame`);
  desk.wait(1);
  expect(desk.ends.length === 1, `one end: ${desk.ends.join(' ')}`);
});

test('starts where it is told, and takes only three fingers', () => {
  const desk = new Desk([0, 1, 2], 1);
  desk.swipe(0.5, 0.2, 0.2, { fingers: 4 });
  desk.wait(1);
  expect(desk.seen.length === 0, 'four fingers do nothing');
  desk.swipe(-0.6, 0.4, 0.3);
  expect(Math.abs(desk.progress - 0.4) < 1e-6, `from 1 by -0.6: ${desk.progress}`);
  desk.wait(1);
  desk.swipe(0.6, 0.4, 0.3, { end: 'cancel' });
  desk.wait(1);
  expect(desk.ends.join(' ') === '0,0 0,0', `it ends at ${desk.ends.join(' ')}`);
});

test('has errors of its own', () => {
  for (const [text, sentence] of [['{', /^1:\d+: /], ['{ "version": 1 }', /missing key/]]) {
    try {
      Pantograph.Session.new(text, 0);
      expect(false, `${text} is refused`);
    } catch (error) {
      expect(error instanceof GLib.Error && sentence.test(error.message), `${text}: ${error.message}`);
    }
  }
});

System.exit(failures ? 1 : 0);
