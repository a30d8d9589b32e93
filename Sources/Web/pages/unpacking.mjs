/** The engine's module in a page that contains it. */

/** Returns the module's bytes from the text of an element: gzip, as base64. */
export async function unpacked(text) {
  if (typeof DecompressionStream !== "function" || typeof WebAssembly !== "object") {
    throw new Error("This browser can't unpack the engine: it lacks DecompressionStream or WebAssembly."
      + " Chromium from 80, Firefox from 113 and Safari from 16.4 have both.");
  }
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
