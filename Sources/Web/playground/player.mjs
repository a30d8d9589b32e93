/** A replayed recording in its own time: the engine's samples and events, one after the other. */
export class Player {
  #trajectory;
  #start;
  #sample = 0;
  #event = 0;

  constructor(trajectory, now) {
    this.#trajectory = trajectory;
    this.#start = now - (trajectory.samples[0]?.time ?? 0);
  }

  /** Whether all of it has been shown. */
  get hasEnded() {
    const { samples, events } = this.#trajectory;
    return this.#sample >= samples.length - 1 && this.#event >= events.length;
  }

  /** Passes on the samples and events until now, with times of the page's clock; returns the last sample. */
  advance(now, takeSample, takeEvent) {
    const { samples, events } = this.#trajectory;
    const elapsed = now - this.#start;
    const isOver = elapsed >= (samples.at(-1)?.time ?? 0);
    while (this.#sample + 1 < samples.length && samples[this.#sample + 1].time <= elapsed) {
      takeSample(this.#start + samples[++this.#sample].time, samples[this.#sample]);
    }
    while (this.#event < events.length && (isOver || events[this.#event].time <= elapsed)) {
      const event = events[this.#event++];
      takeEvent({ ...event, time: this.#start + event.time });
    }
    return samples[this.#sample];
  }
}
