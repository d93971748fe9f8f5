/** Deeper than any system nests. `JSON.parse` takes a hundred milliseconds for a megabyte of brackets. */
const DEPTH_MAX = 40;

/** What a system answered, in a time that grows with its length alone; undefined for what is no JSON, or deeper. */
export function parseJson(text: string): unknown {
  if (isDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isText = !isText;
    else if (isText) at += sign === '\\' ? 1 : 0;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}
