// The layers of the stage, which take their poses from a trajectory's properties.

function poseOf(run, values, { width, height, radius }) {
  const pose = {
    x: 0, y: 0, scaleX: 1, scaleY: 1, turn: 0, opacity: 1, blur: 0, dimming: 0, width, height, radius,
    red: 0, green: 0, blue: 0,
  };
  run.roles.forEach((role, index) => {
    if (role === null) return;
    const value = values[index] * role.factor;
    if (role.to === "scale") { pose.scaleX *= value; pose.scaleY *= value; }
    else if (role.to === "x" || role.to === "y") pose[role.to] += value;
    else pose[role.to] = value;
  });
  return pose;
}

/** Returns the layer of a trajectory, which moves to its properties' values. */
export function layerOf(run, number, size) {
  const group = document.getElementById("layer-" + number), shape = group.querySelector("rect");
  const dimming = document.getElementById("dimming");
  const isColored = run.roles.some(role => /red|green|blue/.test(role?.to));
  return {
    show(values) {
      const to = poseOf(run, values, size);
      group.setAttribute(
        "transform",
        `translate(${to.x} ${to.y}) rotate(${to.turn}) scale(${to.scaleX} ${to.scaleY})`);
      group.style.opacity = to.opacity;
      group.style.filter = to.blur > 0 ? `blur(${to.blur}px)` : "none";
      const width = Math.max(to.width, 0), height = Math.max(to.height, 0);
      const box = { x: -width / 2, y: -height / 2, width, height, rx: Math.max(to.radius, 0) };
      for (const name in box) shape.setAttribute(name, box[name]);
      if (isColored) {
        shape.style.fill = `rgb(${[to.red, to.green, to.blue].map(part => part * 255).join(" ")})`;
      }
      if (dimming !== null) dimming.style.opacity = to.dimming;
    },
  };
}
