/** What pages offer to choose from, and how a link keeps a text. */

/** Springs to try, as an interaction has them. */
export const springs = {
  calm: { response: 0.6, dampingRatio: 1 },
  snappy: { response: 0.25, dampingRatio: 0.9 },
  bouncy: { response: 0.4, dampingRatio: 0.5 },
  jelly: { response: 0.5, dampingRatio: 0.2 },
  heavy: { mass: 4, stiffness: 120, damping: 30 },
};

/**
 * Returns a rule with another estimator.
 *
 * It is the rule's; how fast the animation goes on is the pan's, which takes fewer of them.
 */
export function withEstimator(rule, estimator) {
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

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Returns a text as letters of an address, packed. */
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the text that `packed` has packed. */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
