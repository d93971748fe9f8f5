/**
 * The line of the first `{` of a style sheet that is never closed: a browser takes all that follows as part of it. Null where each is.
 * What stands in comments and strings counts as nothing.
 */
export function openBraceLine(css: string): number | null {
  const open: number[] = [];
  for (const { 0: part, index } of css.matchAll(
    /\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|\\[\s\S]|[{}]/g,
  )) {
    if (part === '{') open.push(index);
    if (part === '}') open.pop();
  }
  const [first] = open;
  return first === undefined ? null : css.slice(0, first).split('\n').length;
}
