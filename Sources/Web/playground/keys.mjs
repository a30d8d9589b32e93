/** Keys and buttons: a finger that keys put down, and what an animation does without one. */

const arrows = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** So near to its end, a flick leads back. */
const atEnd = 0.99;

/** Connects the stage's keys and the buttons with a scene. */
export function connectKeys(run, find) {
  const { stage } = run;
  let direction;

  function drag(arrow) {
    direction = arrow;
    stage.drag(arrow, performance.now());
    run.wake();
  }

  function flick() {
    const { toward } = run.scene;
    const back = toward.map((part) => -part);
    const isAtEnd = run.state.fraction > atEnd && run.state.phase !== "tracking";
    stage.flick((stage.isKeyed && direction) || (isAtEnd ? back : toward), performance.now());
    run.wake();
  }

  function lift() {
    stage.lift(performance.now());
    run.wake();
  }

  const hold = () => run.control("hold") || run.control("resume");
  const reverse = () => run.control("reverse");

  function cancel() {
    run.control("cancel");
    stage.clear();
    run.wake();
  }

  const keys = { " ": flick, Enter: lift, Escape: cancel, r: reverse, h: hold };
  find("stage").addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    const isKnown = key in arrows || (key.length === 1 ? key.toLowerCase() : key) in keys;
    if (!isKnown) return;
    event.preventDefault();
    if (key in arrows) drag(arrows[key]);
    else if (!event.repeat && !(run.isRecording && "rh".includes(key.toLowerCase()))) {
      keys[key.length === 1 ? key.toLowerCase() : key]();
    }
  });
  find("stage").addEventListener("blur", lift);
  for (const [id, action] of Object.entries({ flick, hold, reverse, cancel })) {
    find(id).addEventListener("click", action);
  }
}
