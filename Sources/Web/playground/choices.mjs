/** What is chosen: a scene, a rule or a momentum, a spring, an estimator, or a text of one's own. */
import { parse, write } from "./json.mjs";
import { sceneNamed } from "./scenes.mjs";

/** Springs to try, as an interaction has them. */
export const springs = {
  calm: { response: 0.6, dampingRatio: 1 },
  snappy: { response: 0.25, dampingRatio: 0.9 },
  bouncy: { response: 0.4, dampingRatio: 0.5 },
  jelly: { response: 0.5, dampingRatio: 0.2 },
  heavy: { mass: 4, stiffness: 120, damping: 30 },
};

/** The choices of a page that has just been opened. */
export const initial = Object.freeze({ scene: "card", rule: "", momentum: "", spring: "", estimator: "", text: null });

/** Returns the text of the interaction of the choices. */
export function textOf(choices, settles) {
  const text = choices.text ?? sceneNamed(choices.scene).text;
  const { rule, momentum, spring, estimator } = choices;
  if (!rule && !momentum && !spring && !estimator) return text;
  const interaction = parse(text);
  if (rule || momentum) interaction.rule = ruleOf(choices, interaction.rule?.snapPoints);
  if (rule && settles.has(rule)) interaction.settle = { preset: rule };
  if (spring) interaction.settle = { finish: { spring: springs[spring] }, cancel: { spring: springs[spring] } };
  if (estimator) interaction.rule = withEstimator(interaction.rule, estimator);
  return write(interaction) + "\n";
}

/** A toolkit's rule keeps the snap points of the scene, and nothing else of its rule. */
function ruleOf({ rule, momentum }, snapPoints) {
  const points = snapPoints === undefined ? {} : { snapPoints };
  if (rule) return { preset: rule, ...points };
  return { projection: { momentum }, ...points, clauses: [], otherwise: "projected" };
}

/** The estimator is the rule's; how fast the animation goes on is the pan's, which takes fewer of them. */
function withEstimator(rule, estimator) {
  if (rule !== undefined && rule.fractionAbove === undefined) return { ...rule, estimator };
  const clauses = [{ when: { fraction: { above: rule?.fractionAbove ?? 0.5 } }, then: "finish" }];
  return { estimator, clauses, otherwise: "cancel" };
}

/** Returns the names of the presets that also know how their toolkit settles: the engine takes them as such. */
export function settlingPresets(engine) {
  const animation = { duration: 1, properties: [{ name: "y", from: 0, to: 1 }] };
  const base = { version: 1, progress: { toward: "up", distance: { mm: 10 } }, animation };
  return new Set(engine.names.rules.filter((preset) => {
    try {
      engine.interaction({ ...base, settle: { preset } }).close();
      return true;
    } catch {
      return false;
    }
  }));
}

// The link

const keys = { scene: "s", rule: "r", momentum: "m", spring: "k", estimator: "e" };

/** Returns the fragment of an address that keeps the choices. */
export async function toFragment(choices) {
  const query = new URLSearchParams();
  for (const [name, key] of Object.entries(keys)) {
    if (choices[name] !== initial[name]) query.set(key, choices[name]);
  }
  if (choices.text !== null) query.set("i", await packed(choices.text));
  return query.toString();
}

/** Returns the choices of a fragment; what the page does not know is as in a page that has just been opened. */
export async function fromFragment(fragment, names) {
  const query = new URLSearchParams(fragment.replace(/^#/, ""));
  const known = {
    scene: names.scenes, rule: names.rules, momentum: names.momenta, spring: Object.keys(springs),
    estimator: names.estimators,
  };
  const choices = { ...initial };
  for (const [name, key] of Object.entries(keys)) {
    if (known[name].includes(query.get(key))) choices[name] = query.get(key);
  }
  if (query.has("i")) choices.text = await unpacked(query.get("i")).catch(() => null);
  return choices;
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
