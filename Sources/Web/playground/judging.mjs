/** The same touches under other rules: each is asked of the engine, a few at a time. */

/** How many rules are asked before the page may draw. */
const atOnce = 3;
/** Takes of more frames are not judged again. */
const mostFrames = 5000;

/** Drives an interaction with touch frames, and returns its last decision. */
export function decisionOn(interaction, { frames, surface }) {
  let decided;
  const session = interaction.session({ surface });
  try {
    session.on("decided", (event) => { decided = event; });
    for (const { time, contacts } of frames) session.feed(time, contacts);
    session.finish();
  } finally {
    session.close();
  }
  return decided;
}

/** Judges touches by all choices, and gives up when others come. */
export class Judging {
  #engine;
  #timer;

  constructor(engine) {
    this.#engine = engine;
  }

  /** Calls a function with the number of each text of an interaction and its decision. */
  start(texts, take, judge) {
    clearTimeout(this.#timer);
    if (take === undefined || take.frames.length > mostFrames) {
      texts.forEach((_, index) => judge(index, undefined));
      return;
    }
    let index = 0;
    const step = () => {
      const end = Math.min(index + atOnce, texts.length);
      for (; index < end; index++) judge(index, this.#ask(texts[index], take));
      if (index < texts.length) this.#timer = setTimeout(step);
    };
    this.#timer = setTimeout(step);
  }

  #ask(text, take) {
    let interaction;
    try {
      interaction = this.#engine.interaction(text());
      return take.recording ? this.#replay(take.recording, interaction) : decisionOn(interaction, take);
    } catch {
      // An edited text that a rule does not fit has no verdict.
      return undefined;
    } finally {
      interaction?.close();
    }
  }

  #replay(recording, interaction) {
    return this.#engine.replay(recording, interaction).events.findLast(({ kind }) => kind === "decided");
  }
}
