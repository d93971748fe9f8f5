import type { FunctionOutput, FunctionResponse } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { parseJson } from './parse-json.rules.ts';

export type OutputValue = string | number | boolean | string[] | null;
export type OutputFault = 'status' | 'cut' | 'not_json' | 'success_value';
/** All that is kept of an answer. An output that is not there, or of another kind, is null. */
export type ReadAnswer = { isOk: boolean; fault: OutputFault | null; outputs: Record<string, OutputValue> };

/** `isWhole`: no part of the body is missing. */
export type GivenAnswer = { status: number; text: string; isWhole: boolean };

/**
 * Takes what the owner named from an answer. Every other word of it ends here: nobody who answers gets to write to a model or a
 * visitor, beyond the values of the outputs.
 */
export function readOutputs(
  { outputs, success }: FunctionResponse,
  { status, text, isWhole }: GivenAnswer,
): ReadAnswer {
  const failed = (fault: OutputFault): ReadAnswer => ({ isOk: false, fault, outputs: {} });
  if (status < 200 || status > 299) return failed('status');
  const wantsBody = success !== null || outputs.length > 0;
  if (!wantsBody) return { isOk: true, fault: null, outputs: {} };
  if (!isWhole) return failed('cut');
  const tree = text.trim() === '' ? null : parseJson(text.replace(/^\uFEFF/, ''));
  if (tree === undefined) return failed('not_json');
  if (success && !isEqual(at(tree, success.pointer), success.equals)) return failed('success_value');
  const read = outputs.map((output) => [output.name, outputOf(output, at(tree, output.pointer))]);
  return { isOk: true, fault: null, outputs: Object.fromEntries(read) };
}

/** RFC 6901, own fields only; undefined where it leads nowhere. */
function at(tree: unknown, pointer: string): unknown {
  let node = tree;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null) return undefined;
    if (Array.isArray(node) && !/^(?:0|[1-9]\d{0,8})$/.test(key)) return undefined;
    if (!Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

/** As the owner wrote it: `true`, `7` and `done` are compared as text, an object never equals. */
const isEqual = (value: unknown, wanted: string) =>
  (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') && String(value) === wanted;

function outputOf({ kind }: FunctionOutput, value: unknown): OutputValue {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (kind === 'boolean') return typeof value === 'boolean' ? value : null;
  if (kind === 'list') return Array.isArray(value) ? listOf(value) : null;
  const text = plain(value);
  return text === null ? null : cut(text, limits.functionValueCharsMax);
}

/** As many whole items as have room together. */
function listOf(items: unknown[]): string[] {
  const kept: string[] = [];
  let room: number = limits.functionValueCharsMax;
  for (const item of items.slice(0, limits.functionListMax)) {
    const text = plain(item);
    if (text === null) continue;
    if (text.length > room) break;
    room -= text.length;
    kept.push(text);
  }
  return kept;
}

/** Objects and lists have no words of their own. PostgreSQL's text has no NUL. */
function plain(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  return String(value).toWellFormed().replaceAll('\u0000', '');
}

/** Without half a character at its end. */
const cut = (text: string, chars: number) =>
  text.length <= chars ? text : text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '');
