// GNOME Shell's SwipeTracker as a session of Pantograph: the same signals and the same confirmSwipe(). The animation after
// the release is the tracker's, too: it goes on with the velocity of the fingers, and they catch it at any time. `end` comes
// when it rests, with a duration of 0.
import GObject from 'gi://GObject';
import Pantograph from 'gi://Pantograph?version=0';

const TOUCHPAD_BASE_WIDTH = 400; // libinput's pixels from one snap point to the next, as in the Shell

export const SwipeTracker = GObject.registerClass({
  Signals: {
    'begin': { param_types: [GObject.TYPE_UINT] },
    'update': { param_types: [GObject.TYPE_DOUBLE] },
    'end': { param_types: [GObject.TYPE_UINT64, GObject.TYPE_DOUBLE] },
  },
}, class SwipeTracker extends GObject.Object {
  // `scheduleFrame` is called when a frame is needed; the compositor calls frame() then.
  constructor(scheduleFrame) {
    super();
    this._scheduleFrame = scheduleFrame;
  }

  // In a handler of `begin`: where a swipe may lead, and where it starts.
  confirmSwipe(_distance, snapPoints, currentProgress, _cancelProgress) {
    const spring = { response: 0.3, dampingRatio: 1 };
    const interaction = JSON.stringify({
      version: 1,
      gesture: { pan: { fingers: 3, direction: 'horizontal' } },
      progress: {
        toward: 'left', distance: { mm: TOUCHPAD_BASE_WIDTH * 25.4 / 267.12 },
        limits: [snapPoints[0], snapPoints.at(-1)],
      },
      rule: { preset: 'gnome-shell', snapPoints },
      animation: { duration: 0.25, properties: [{ name: 'progress', from: 0, to: 1 }] },
      settle: { finish: { spring }, cancel: { spring } },
    });
    if (this._session?.moves) return this._session.set_interaction(this._time, interaction, false);
    this._session = Pantograph.Session.new(interaction, this._time);
    if (currentProgress !== 0) this._session.place(this._time, currentProgress);
    this._session.connect('update', (_session, progress) => this.emit('update', progress));
    this._session.connect('settled', (_session, point) => this.emit('end', 0, point));
  }

  // A swipe of a touchpad: 'begin', 'update', 'end' or 'cancel', the unaccelerated distances, and the time in microseconds.
  swipe(phase, fingers, dx, dy, time) {
    this._time = time;
    if (phase === 'begin' && fingers === 3) this.emit('begin', 0);
    if (phase === 'begin') this._session?.begin(time, fingers);
    else if (phase === 'update') this._session?.move(time, dx, dy, Pantograph.Unit.SCROLL_PX);
    else this._session?.end(time, phase === 'cancel');
    this._scheduleFrame();
  }

  // Before a frame that is seen at a time in microseconds.
  frame(time) {
    if (this._session?.frame(time)) this._scheduleFrame();
  }
});
