/** The four scenes: what each is called, and the text of its interaction. */

const card = `// A card that a flick throws away, to either side; otherwise it comes back.
{
  "version": 1,
  "gesture": { "pan": { "direction": "horizontal", "slop": { "mm": 1 } } },
  // At full progress the card has left: nine tenths of the stage.
  "progress": { "toward": "right", "bothDirections": true, "distance": { "share": 0.9 } },
  "rule": {
    "clauses": [
      { "when": { "velocity": { "above": 90, "unit": "mm/s" } }, "then": "finish" },
      { "when": { "fraction": { "above": 0.45 } }, "then": "finish" }
    ],
    "otherwise": "cancel"
  },
  "animation": {
    "duration": 0.5,
    "properties": [
      { "name": "x", "from": 0, "to": 0.9 },
      { "name": "turn", "from": 0, "to": 22 }
    ]
  },
  "settle": {
    "finish": { "spring": { "response": 0.4 } },
    // Below 1 it swings: try 0.2.
    "cancel": { "spring": { "response": 0.4, "dampingRatio": 0.55 } }
  },
  "catch": "landing"
}
`;

const sheet = `// A sheet that rests at three heights; a tap opens and closes it.
{
  "version": 1,
  "gesture": { "pan": { "direction": "vertical", "slop": { "mm": 1 } } },
  "progress": {
    "toward": "up",
    "distance": { "share": 0.72 },
    // Beyond its ends it resists, as on an iPhone.
    "limits": { "rubberBand": 0.55 }
  },
  // It goes to the height nearest to where it would be after 0.2 s.
  "rule": {
    "projection": { "seconds": 0.2 },
    "snapPoints": [0, 0.45, 1],
    "clauses": [],
    "otherwise": "projected"
  },
  "animation": {
    "duration": 0.5,
    "properties": [
      { "name": "y", "from": 0.84, "to": 0.12 },
      { "name": "dim", "from": 0, "to": 0.5 }
    ]
  },
  "settle": {
    "finish": { "spring": { "response": 0.4, "dampingRatio": 0.8 } },
    "cancel": { "spring": { "response": 0.4, "dampingRatio": 0.8 } }
  },
  "catch": "landing",
  "start": "tap"
}
`;

const carousel = `// Four pages side by side: a swipe turns one, however long it is.
{
  "version": 1,
  "gesture": { "pan": { "direction": "horizontal", "slop": { "mm": 1 } } },
  // From the first page to the last.
  "progress": { "toward": "left", "distance": { "share": 2.28 }, "limits": { "rubberBand": 0.2 } },
  // Android's rule: 400 dp/s turn a page, or most of its width.
  "rule": { "preset": "android-viewpager", "snapPoints": [0, 0.333333, 0.666667, 1] },
  "animation": {
    "duration": 0.6,
    "properties": [{ "name": "x", "from": 0, "to": -2.28 }]
  },
  "settle": {
    "finish": { "spring": { "response": 0.35, "dampingRatio": 0.85 } },
    "cancel": { "spring": { "response": 0.35, "dampingRatio": 0.85 } }
  },
  "catch": "landing"
}
`;

const photo = `// A photo that is pulled down to close it; a tap opens it again.
{
  "version": 1,
  "gesture": { "pan": { "slop": { "mm": 1 } } },
  "progress": { "toward": "down", "distance": { "share": 0.8 } },
  "rule": {
    "clauses": [
      { "when": { "velocity": { "above": 100, "unit": "mm/s" } }, "then": "finish" },
      { "when": { "velocity": { "below": -20, "unit": "mm/s" } }, "then": "cancel" },
      { "when": { "fraction": { "above": 0.35 } }, "then": "finish" }
    ],
    "otherwise": "cancel"
  },
  "animation": {
    "duration": 0.4,
    "properties": [
      { "name": "y", "from": 0, "to": 0.8 },
      // The finger carries it across, too.
      { "name": "x", "from": 0, "to": 0.8, "axis": "across" },
      { "name": "scale", "from": 1, "to": 0.25 },
      { "name": "dark", "from": 0.9, "to": 0 },
      { "name": "alpha", "from": 1, "to": 0, "delayFactor": 0.6 }
    ]
  },
  "settle": {
    "finish": { "spring": { "response": 0.35 } },
    "cancel": { "spring": { "response": 0.4, "dampingRatio": 0.7 } }
  },
  "catch": "landing",
  "start": "tap"
}
`;

/**
 * The scenes in the order of their tabs.
 *
 * `toward` is where a flick without a finger leads, and `hint` what to try. `hasTwoSides` marks one whose progress
 * counts in both directions, which is drawn on the side of the finger.
 */
export const scenes = [
  { name: "card", title: "Card", text: card, toward: [1, 0], hasTwoSides: true, hint: "Flick the card away" },
  { name: "sheet", title: "Sheet", text: sheet, toward: [0, -1], hint: "Pull the sheet up" },
  { name: "carousel", title: "Carousel", text: carousel, toward: [-1, 0], hint: "Swipe through the pages" },
  { name: "photo", title: "Photo", text: photo, toward: [0, 1], hint: "Pull the photo down" },
];

/** Returns the scene with a name. */
export function sceneNamed(name) {
  return scenes.find((scene) => scene.name === name);
}
