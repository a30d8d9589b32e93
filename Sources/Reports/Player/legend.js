// Legends of trajectories, whose entries hide and show them.

/** Makes a button of each entry of a trajectory. */
export function connectLegends() {
  for (const sample of document.querySelectorAll(".replay .chips .curve")) {
    const number = /run(\d)/.exec(sample.getAttribute("class"))?.[1], entry = sample.closest("li");
    if (number === undefined) continue;
    const button = document.createElement("button"), root = document.documentElement;
    button.type = "button";
    button.dataset.run = number;
    button.append(...entry.childNodes);
    button.setAttribute("aria-pressed", "true");
    button.addEventListener("click", () => {
      const isHidden = root.classList.toggle("without" + number);
      for (const other of document.querySelectorAll(`.chips button[data-run="${number}"]`)) {
        other.setAttribute("aria-pressed", !isHidden);
      }
    });
    entry.append(button);
  }
}
