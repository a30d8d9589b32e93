/** What the stage shows: a landscape or a list in each scene, moved by the values of the animation. */

const landscapes = [
  ["#3b2f8f", "#ff8a5c", "#ffd9a0", "#5b3f9e", "#2f2770", "#1c1848"],
  ["#0b5c7a", "#63c7c3", "#fff1c4", "#2d8f8a", "#12656b", "#0a4450"],
  ["#7a2f5b", "#f2a1b4", "#ffe9d6", "#b0527c", "#7c2f5f", "#4a1a40"],
  ["#1d4d2f", "#a8d672", "#fff6c9", "#4f9a4f", "#2c6e3f", "#17472b"],
  ["#15346b", "#7db4f0", "#ffffff", "#4b7bc0", "#274f91", "#142f5e"],
];
let gradients = 0;

/** Returns the drawing of a landscape: a sky, a sun and three hills. */
export function landscape(number) {
  const [top, bottom, sun, far, middle, near] = landscapes[number % landscapes.length];
  const [id, turn] = [`sky${gradients++}`, number * 37 % 60];
  return `<svg viewBox="0 0 200 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/>
    <stop offset=".75" stop-color="${bottom}"/></linearGradient>
    <rect width="200" height="240" fill="url(#${id})"/>
    <circle cx="${70 + turn}" cy="${84 + turn / 3}" r="24" fill="${sun}"/>
    <path fill="${far}" d="M0 150 40 ${112 + turn / 4} 76 146 128 ${100 + turn / 3} 200 152V240H0Z"/>
    <path fill="${middle}" d="M0 178Q50 ${140 + turn / 3} 104 172T200 160V240H0Z"/>
    <path fill="${near}" d="M0 214Q60 176 120 204T200 196V240H0Z"/></svg>`;
}

function element(parent, kind, content = "") {
  const made = document.createElement("div");
  made.className = kind;
  made.innerHTML = content;
  return parent.appendChild(made);
}

/** Writes on a layer: what to try, or what has happened. */
function says(layer, text, small = "") {
  const place = layer.querySelector(".says") ?? element(layer, "says");
  place.textContent = text;
  if (small) place.appendChild(document.createElement("small")).textContent = small;
}

/** A pile of cards: the next one lies below, and grows as the first one leaves. */
class CardScene {
  #layers;
  #number = 0;

  constructor(stage, hint) {
    this.root = element(stage, "pile");
    this.#layers = [element(this.root, "layer"), element(this.root, "layer")];
    this.#show(hint, "to the left or to the right");
  }

  #show(text, small) {
    const [below, top] = this.#layers;
    top.innerHTML = landscape(this.#number);
    below.innerHTML = landscape(this.#number + 1);
    says(top, text, small);
  }

  draw({ values, fraction }, { width }, side) {
    const [below, top] = this.#layers;
    const { x = 0, turn = 0 } = values;
    top.style.transform = `translateX(${side * x * width}px) rotate(${side * turn}deg)`;
    below.style.transform = `scale(${0.9 + 0.1 * Math.min(Math.max(fraction, 0), 1)})`;
  }

  /** Deals the next card, which says what the last flick was. */
  next(text) {
    this.#number++;
    this.#show(text, "Now a slow one, and let go early.");
  }
}

class SheetScene {
  #layer;
  #shade;

  constructor(stage, hint) {
    this.root = element(stage, "sheet-scene");
    element(this.root, "back", landscape(1));
    this.#shade = element(this.root, "shade");
    this.#layer = element(this.root, "layer", `<strong>${hint}</strong>
      <ul><li>Half open <span>it may rest here</span></li><li>Fully open <span>or here</span></li>
      <li>Catch it in flight <span>it has no jump</span></li><li>Pull it too far <span>it resists</span></li>
      <li>Tap it <span>it runs by itself</span></li><li>Flick it down <span>and it is gone</span></li></ul>`);
  }

  draw({ values: { y = 0.84, dim = 0 } }, { height }) {
    this.#layer.style.transform = `translateY(${y * height}px)`;
    this.#shade.style.opacity = Math.min(Math.max(dim, 0), 1);
  }
}

class CarouselScene {
  #strip;
  #marks;

  constructor(stage, hint) {
    this.root = element(stage, "pages");
    this.#strip = element(this.root, "strip");
    const texts = [
      [hint, "one page a swipe"], ["However far", "it is one page"], ["Almost there"], ["The end", "it resists here"],
    ];
    texts.forEach(([text, small], number) => {
      const page = element(this.#strip, "layer", landscape(number + 1));
      page.style.left = `${14 + 76 * number}%`;
      says(page, text, small);
    });
    this.#marks = element(this.root, "marks", "<i></i><i></i><i></i><i></i>");
  }

  draw({ values: { x = 0 }, fraction }, { width }) {
    this.#strip.style.transform = `translateX(${x * width}px)`;
    const here = Math.min(Math.max(Math.round(fraction * 3), 0), 3);
    [...this.#marks.children].forEach((mark, number) => mark.classList.toggle("here", number === here));
  }
}

class PhotoScene {
  #layer;
  #shade;

  constructor(stage, hint) {
    this.root = element(stage, "album");
    const grid = element(this.root, "grid");
    for (let number = 0; number < 12; number++) element(grid, "", landscape(number * 2 + (number >> 2) + 2));
    this.#shade = element(this.root, "shade");
    this.#layer = element(this.root, "layer", landscape(2));
    says(this.#layer, hint, "a tap closes it, too, and opens it again");
  }

  draw({ values: { x = 0, y = 0, scale = 1, dark = 0, alpha = 1 } }, { width, height }) {
    // Its path across is over the distance of the path down.
    this.#layer.style.transform = `translate(${x * height}px,${y * height}px) scale(${Math.max(scale, 0.05)})`;
    this.#layer.style.opacity = Math.min(Math.max(alpha, 0), 1);
    this.#shade.style.opacity = Math.min(Math.max(dark, 0), 1);
  }
}

const kinds = { card: CardScene, sheet: SheetScene, carousel: CarouselScene, photo: PhotoScene };

/** Puts a scene onto the stage, and returns what draws it. */
export function show(stage, { name, hint }) {
  stage.textContent = "";
  return new kinds[name](stage, hint);
}
