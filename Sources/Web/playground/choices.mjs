/** What is chosen: a scene, a rule or a momentum, a spring, an estimator, or a text of one's own. */
import { packed, springs, unpacked, withEstimator } from "../pages/choosing.mjs";
import { parse, write } from "../pages/json.mjs";
import { sceneNamed } from "./scenes.mjs";

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
