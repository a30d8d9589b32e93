// The layers of the stage, which take their poses from a trajectory's properties.

import { shape } from "./svg.js";

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

const transformOf = to => `translate(${to.x} ${to.y}) rotate(${to.turn}) scale(${to.scaleX} ${to.scaleY})`;

function boxOf(to) {
  const width = Math.max(to.width, 0), height = Math.max(to.height, 0);
  return { x: -width / 2, y: -height / 2, width, height, rx: Math.max(to.radius, 0) };
}

/** Returns a function that draws poses behind a layer, the latest the most clearly. */
function skinsOf(layer) {
  const group = shape("g", { class: layer.getAttribute("class").replace("layer", "skins") });
  layer.before(group);
  return poses => group.replaceChildren(...poses.map((pose, index) => shape("rect", {
    ...boxOf(pose), class: "skin", transform: transformOf(pose), opacity: (index + 1) / (poses.length + 1),
  })));
}

/** Returns the layer of a trajectory, which moves to its properties' values. */
export function layerOf(run, number, size) {
  const group = document.getElementById("layer-" + number), shapes = group.querySelectorAll(".body,.own");
  const pressing = group.querySelector(".pressing"), skins = skinsOf(group);
  const dimming = document.getElementById("dimming");
  const isColored = run.roles.some(role => /red|green|blue/.test(role?.to));
  return {
    /** Shows the poses of some instants before, in their order, as skins. */
    showSkins(channels) { skins(channels.map(values => poseOf(run, values.slice(2), size))); },
    show([fraction, , ...values]) {
      const to = poseOf(run, values, size);
      group.setAttribute("transform", transformOf(to));
      pressing?.setAttribute("r", size.press * Math.min(Math.max(fraction, 0), 1.5));
      group.style.opacity = to.opacity;
      group.style.filter = to.blur > 0 ? `blur(${to.blur}px)` : "none";
      const box = boxOf(to);
      for (const shape of shapes) for (const name in box) shape.setAttribute(name, box[name]);
      if (isColored) {
        shapes[0].style.fill = `rgb(${[to.red, to.green, to.blue].map(part => part * 255).join(" ")})`;
      }
      if (dimming !== null) dimming.style.opacity = to.dimming;
    },
  };
}
