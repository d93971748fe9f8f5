import type { FunctionOutput } from '@antiphon/contract/function-parts';

/** One line of an answer in JSON, as a person reads it. */
export interface AnswerLine {
  pointer: string;
  depth: number;
  /** Of a field; the number of an item. */
  key: string;
  /** The value, or what opens an object or a list. */
  text: string;
  /** As what it can be an output; null where it cannot. */
  kind: FunctionOutput['kind'] | null;
}

const LINES_MAX = 1_000;
/** As deep, and as long, as a pointer of an output may be. */
const DEPTH_MAX = 16;
const POINTER_CHARS_MAX = 200;

/** The values of an answer, line by line; null where it is no JSON. */
export function answerLines(text: string): { lines: AnswerLine[]; isCut: boolean } | null {
  let tree: unknown;
  try {
    tree = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  const lines: AnswerLine[] = [];
  let isCut = false;
  const add = (value: unknown, key: string, pointer: string, depth: number) => {
    if (lines.length >= LINES_MAX) {
      isCut = true;
      return;
    }
    const canBe = depth <= DEPTH_MAX && pointer.length <= POINTER_CHARS_MAX;
    lines.push({ pointer, depth, key, text: textOf(value), kind: canBe ? kindOf(value) : null });
    if (typeof value !== 'object' || value === null) return;
    for (const [name, child] of Object.entries(value))
      add(child, name, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
  };
  add(tree, '', '', 0);
  return { lines, isCut };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[ ]' : '[';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0 ? '{ }' : '{';
  return JSON.stringify(value);
}

function kindOf(value: unknown): FunctionOutput['kind'] | null {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object' || item === null) ? 'list' : null;
  if (typeof value === 'object' && value !== null) return null;
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';
}

/** An output for a line of an answer, under a name that no other has. */
export function outputOf({ pointer, kind }: AnswerLine, outputs: readonly FunctionOutput[]): FunctionOutput {
  const words = pointer.split('/').filter((word) => word !== '' && !/^\d+$/.test(word));
  const name = nameOf(words.at(-1) ?? '');
  const isTaken = (one: string) => outputs.some((output) => output.name === one);
  let own = name;
  for (let number = 2; isTaken(own); number++) own = `${name.slice(0, 36)}_${number}`;
  return { name: own, kind: kind ?? 'text', pointer, description: '' };
}

/** Small letters, digits and _, beginning with a letter. */
const nameOf = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40) || 'value';
