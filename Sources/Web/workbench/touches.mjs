/** The recorded touches of a page, which drive each interaction again. */
import { cutOff, judgementOf, nothing, outcomesOf, plural } from "./words.mjs";

const letters = "itsr";
/** A page has six decimals. */
const lastDecimal = 1e-6;
/** The words of the events on the time axis; a release, its decision and its handoff are one instant, with one word. */
const marked = {
  began: "begins", ended: "released", cancelled: "cut off", decided: "decided", handoff: "handoff", completed: "rest",
  held: "held", started: "starts",
};
/** Words that come before others of the same instant, and are written before others where there is no room for all. */
const important = ["cut off", "handoff"];

export class Touches {
  /** Whether every key of the interaction can be changed. */
  isWhole = true;
  /** The gestures of the interaction that drove the touches last. */
  gestures;
  /** The trajectory that it made. */
  trajectory;
  #engine;
  #recording;
  #player;
  #channels;
  #recorded;

  constructor(engine, recording, player) {
    this.#engine = engine;
    this.#recording = recording;
    this.#player = player;
  }

  /** Returns the recording that a page contains, as the engine takes it. */
  static recordingOf({ device, times, streams, patterns, shapes, lags }, numbersOf) {
    const [frameTimes, kinds] = [numbersOf(times), numbersOf(shapes)];
    const rows = streams.map(({ values }) => numbersOf(values));
    const count = rows.reduce((sum, row) => sum + row.length, 0);
    const late = lags === undefined ? new Float64Array(count) : numbersOf(lags);
    const events = {
      times: new Float64Array(count), types: new Uint16Array(count), codes: new Uint16Array(count),
      values: new Int32Array(count),
    };
    const next = rows.map(() => 0);
    let at = 0;
    frameTimes.forEach((time, frame) => {
      for (const stream of patterns[kinds[frame]]) {
        events.times[at] = time - late[at];
        events.types[at] = streams[stream].type;
        events.codes[at] = streams[stream].code;
        events.values[at] = rows[stream][next[stream]++];
        at += 1;
      }
    });
    return { device, events };
  }

  /** Keeps what the page's own interaction does with the touches: others are compared with that. */
  begin(interaction) {
    this.#channels = interaction.values;
    this.#recorded = this.#drive(interaction);
    if (!isSame(this.#recorded.trajectory, this.#player.runs[0])) {
      throw new Error("it gives another trajectory than the program that wrote this page; both must be of one version");
    }
    Object.assign(this, this.#recorded);
    return this.#judgementsOf(interaction, this.gestures);
  }

  /** Drives an interaction, and returns the judgements of the page's gestures; throws what is wrong with it. */
  judge(interaction) {
    const lost = this.#channels.find((name) => !interaction.values.includes(name));
    if (lost !== undefined) throw new Error(`nothing moves ${lost} now, which this page has a curve for`);
    Object.assign(this, this.#drive(interaction));
    return this.#judgementsOf(interaction, this.gestures);
  }

  /** Shows what the interaction that was driven last does, or the recorded trajectory. */
  show(isChanged, interaction) {
    this.#player.trial.show(isChanged ? this.trajectory : null, isChanged ? levelsOf(interaction) : []);
  }

  #drive(interaction) {
    const { times, phases, channels, events } = this.#engine.replay(this.#recording, interaction, { form: "columns" });
    const [fraction, velocity, ...values] = channels;
    const own = this.#channels.map((name) => values[interaction.values.indexOf(name)]);
    return {
      trajectory: {
        times, phases: Array.from(phases, (phase) => letters[phase]).join(""), channels: [fraction, velocity, ...own],
        marks: marksOf(events),
      },
      gestures: gesturesOf(events),
    };
  }

  /** Returns the judgement of each gesture of the page: of the new gesture that shares the most time with it. */
  #judgementsOf(interaction, gestures) {
    const judgements = this.#recorded.gestures.map((recorded) => {
      const shared = ({ from, at }) => Math.min(at, recorded.at) - Math.max(from, recorded.from);
      const own = gestures.filter((gesture) => shared(gesture) >= 0)
        .reduce((best, gesture) => (best && shared(best) >= shared(gesture) ? best : gesture), undefined);
      if (own === undefined) return nothing;
      if (own.decided === undefined) return own.isCutOff ? cutOff : { ...cutOff, outcome: "in progress", reason: "" };
      return judgementOf(this.#engine, interaction, own.decided.release, own.decided);
    });
    judgements.count = gestures.length;
    return judgements;
  }

  /** Says how many gestures end otherwise. */
  summary(judgements, recorded) {
    const others = judgements.filter((judgement, at) => isOther(judgement, recorded[at])).length;
    const more = judgements.count - recorded.count;
    const found = more === 0 ? ""
      : ` ${plural(Math.abs(more), "gesture")} ${more > 0 ? "more" : "fewer"} than recorded.`;
    return `${others} of ${plural(judgements.length, "gesture")} end${judgements.length === 1 ? "s" : ""} otherwise: `
      + `${outcomesOf(judgements, recorded)}.${found}`;
  }

  /** Shows the judgements in the page's list of gestures. */
  list(judgements, recorded) {
    this.#player.gestures?.update(new Map(judgements.map((judgement, at) => [at + 1, {
      ...judgement, distance: judgement.nearness, isChanged: isOther(judgement, recorded[at]),
    }])));
  }

  /** The place of the gesture that the page says more about: the chosen one, or the only one; -1 if there is none. */
  get chosen() {
    return this.#recorded.gestures.length === 1 ? 0 : (this.#player.chosen ?? 0) - 1;
  }
}

/** Whether a trajectory has the samples of the page, which has more: those of grabs and releases beside them. */
function isSame({ times, channels }, { times: others, channels: shown }) {
  let next = 0;
  for (let at = 0; at < others.length && next < times.length && others[at] <= times[next]; at++) {
    const isNear = (channel, index) => Math.abs(channel[next] - shown[index][at]) <= lastDecimal;
    if (others[at] === times[next] && channels.every(isNear)) next += 1;
  }
  return next === times.length;
}

const isOther = (judgement, recorded) =>
  judgement.outcome !== recorded.outcome || judgement.target !== recorded.target;

/** Returns the gestures of events: when each began, was released and came to rest, and its decision. */
function gesturesOf(events) {
  const gestures = [];
  for (const event of events) {
    const time = Math.round(event.time * 1000);
    if (event.kind === "began") gestures.push({ from: time, at: time, to: time });
    const last = gestures.at(-1);
    if (last === undefined) continue;
    last.to = time;
    if (event.kind === "changed" || event.kind === "ended" || event.kind === "cancelled") last.at = time;
    if (event.kind === "cancelled") last.isCutOff = true;
    if (event.kind === "decided") last.decided = event;
    if (event.kind === "handoff") last.handoff = event;
  }
  return gestures;
}

/** Returns the marks of the time axis: one for each instant of events. */
function marksOf(events) {
  const marks = [];
  for (const { kind, time } of events) {
    const word = marked[kind];
    if (word === undefined) continue;
    const at = Math.round(time * 1000);
    const weight = important.includes(word) ? 1 : 0;
    const last = marks.at(-1);
    if (last?.time !== at) marks.push({ time: at, word, kind: "mark", weight });
    else if (weight > last.weight) Object.assign(last, { word, weight });
  }
  return marks;
}

/** Returns the thresholds that are levels of the fraction. */
function levelsOf(interaction) {
  return interaction.conditions.filter(({ quantity }) => quantity === "fraction").map(({ threshold }) => threshold);
}
