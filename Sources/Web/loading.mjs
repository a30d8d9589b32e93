/** The module's bytes: beside this file, from a server, or from memory. */
import { PantographError, shown } from "./errors.mjs";

/**
 * Returns the compiled module of a source; see `load`.
 *
 * @param beside returns the address of the module beside the script, which is taken without a source
 */
export async function compile(source, beside) {
  const given = source instanceof Promise ? await source : source;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return compileBytes(given);
  if (isResponse(given)) return compileResponse(given);
  if (given === undefined) return compileFrom(beside());
  if (given instanceof URL || typeof given === "string") return compileFrom(address(given));
  throw new PantographError(
    `the module's source is ${shown(given)}; expected a URL, a Response, bytes or a WebAssembly.Module`);
}

function address(given) {
  try {
    return new URL(given, globalThis.location?.href ?? import.meta.url);
  } catch (cause) {
    throw new PantographError(`the module's source is ${shown(given)}, which is no URL`, { cause });
  }
}

function isResponse(value) {
  return typeof Response === "function" && value instanceof Response;
}

async function compileFrom(url) {
  try {
    if (url.protocol === "file:" && globalThis.process?.versions?.node) {
      // Bundlers for pages must not look for it.
      const files = "node:fs/promises";
      const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
      return await compileBytes(await readFile(url));
    }
    return await compileResponse(await fetch(url));
  } catch (cause) {
    if (cause instanceof PantographError) throw cause;
    throw new PantographError(`can't load ${url}: ${cause?.message}`, { code: "unusable", cause });
  }
}

async function compileResponse(response) {
  if (!response.ok) {
    throw new PantographError(`can't load ${response.url}: status ${response.status}`, { code: "unusable" });
  }
  // Streaming needs the type; servers that don't know it send another one.
  const type = response.headers.get("content-type") ?? "";
  if (typeof WebAssembly.compileStreaming !== "function" || !type.startsWith("application/wasm")) {
    return compileBytes(await response.arrayBuffer());
  }
  return described(() => WebAssembly.compileStreaming(response));
}

function compileBytes(bytes) {
  return described(() => WebAssembly.compile(bytes));
}

async function described(compilation) {
  try {
    return await compilation();
  } catch (cause) {
    throw new PantographError(`the module can't be compiled: ${cause?.message}`, { code: "unusable", cause });
  }
}
