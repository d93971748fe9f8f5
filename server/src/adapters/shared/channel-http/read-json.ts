/** Deeper than any provider nests. `JSON.parse` takes a hundred milliseconds for a megabyte of brackets. */
const DEPTH_MAX = 40;
const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/** What a provider told, in a time that grows with its length alone; null for what is no JSON, longer or deeper. */
export function readJson(body: Uint8Array, bytesMax: number): unknown {
  if (body.byteLength > bytesMax || isDeep(body)) return null;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

function isDeep(body: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}
