// The width of the plots over time: as many units as there is room for.

/** 1.45 pixels: the least size of a unit, so that letters of 9 units have 13. */
const leastUnit = 1.45;

/** Gives the plots more units where there is room, and keeps their right ends at those of the view. */
export function connectWidth(svgs, view) {
  const { width, left, right } = view.whole.plot;

  /** Moves what ends, or is written, at the right end of a plot. */
  function move(svg, end) {
    svg.setAttribute("viewBox", `0 0 ${end + width - right} ${svg.viewBox.baseVal.height}`);
    for (const line of svg.querySelectorAll("line")) {
      if (Number(line.getAttribute("x2")) === view.right && line.getAttribute("x1") !== line.getAttribute("x2")) line.setAttribute("x2", end);
    }
    for (const text of svg.querySelectorAll("[data-value] > .end")) text.setAttribute("x", end - 3);
    svg.querySelector("clipPath rect")?.setAttribute("width", end - left);
    if (!svg.classList.contains("overview")) return;
    const scale = (end - left) / (right - left);
    for (const curve of svg.querySelectorAll(".curve")) curve.setAttribute("transform", `matrix(${scale} 0 0 1 ${left * (1 - scale)} 0)`);
  }

  function fit() {
    const wide = Math.max(...svgs.map(svg => svg.getBoundingClientRect().width));
    const end = Math.max(Math.round(wide / leastUnit), width) - width + right;
    if (end === view.right) return;
    for (const svg of svgs) move(svg, end);
    view.widen(end);
  }

  new ResizeObserver(fit).observe(svgs[0].parentNode);
  fit();
}
