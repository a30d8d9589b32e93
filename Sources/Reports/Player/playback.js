// Playback: the instant moves with the browser's frames.

/** Returns the playback of a page, of the span that a function returns; `onStop` is called where it stops. */
export function playbackOf(replay, view, instant, span, onStop) {
  const button = replay.querySelector(".play");
  const [speed, loop] = ["speed", "loop"].map(name => replay.querySelector(`[name=${name}]`));
  /** The time at which playing began, and the timestamp of its first frame. */
  let begun = null;

  function tick(timestamp) {
    if (begun === null) return;
    // Playback starts with the first animation frame, whose timestamp is the origin.
    begun.timestamp ??= timestamp;
    const elapsed = Math.max(timestamp - begun.timestamp, 0) * 1000;
    const time = begun.time + elapsed * Number(speed.value);
    const end = loop.checked ? view.to : span().to;
    if (time >= end && loop.checked) {
      instant.show(view.from);
      begun = { time: view.from, timestamp: null };
    } else {
      instant.show(Math.min(time, end));
      if (!loop.checked) view.reveal(instant.now);
      if (time >= end) return stop();
    }
    requestAnimationFrame(tick);
  }

  function start() {
    const { from, to } = span();
    begun = { time: instant.now >= to ? from : instant.now, timestamp: null };
    button.textContent = "Pause";
    requestAnimationFrame(tick);
  }

  function stop() {
    if (begun !== null) onStop();
    begun = null;
    button.textContent = "Play";
  }

  function toggle() { if (begun === null) start(); else stop(); }

  button.addEventListener("click", toggle);
  speed.addEventListener("change", () => { if (begun !== null) begun = { time: instant.now, timestamp: null }; });
  return { stop, toggle };
}
