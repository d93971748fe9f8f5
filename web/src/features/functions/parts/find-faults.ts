import { findFunctionFaults } from '@antiphon/contract/function-check';
import { FunctionDefinition } from '@antiphon/contract/function-definition';
import { readFunctionFault } from '@antiphon/contract/function-faults';
import { limits } from '@antiphon/contract/limits';
import { say } from '../../../texts/texts.ts';

/** By the path of the field, such as `inputs.0.name`, the first thing that is wrong there, in the language shown. */
export type Faults = ReadonlyMap<string, string>;

interface ShapeIssue {
  code: string;
  path: PropertyKey[];
  message: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  origin?: string;
}

/** Everything that keeps a function from being saved, in the order of its fields. */
export function findFaults(draft: FunctionDefinition): Faults {
  const parsed = FunctionDefinition.safeParse(draft);
  const ofShape = parsed.success ? [] : (parsed.error.issues as ShapeIssue[]);
  const found = [
    ...ofShape.map((issue) => ({ path: issue.path, message: sentence(issue) })),
    ...findFunctionFaults(draft).map(({ path, message }) => ({ path, message: sayFault(message) })),
  ];
  const faults = new Map<string, string>();
  for (const { path, message } of found.toSorted((a, b) => place(a.path) - place(b.path))) {
    const key = path.join('.');
    if (!faults.has(key)) faults.set(key, message);
  }
  return faults;
}

const ORDER = ['name', 'description', 'kind', 'examples', 'inputs', 'request', 'response', 'sentences'];
const place = ([first]: PropertyKey[]) => ORDER.indexOf(String(first));

/** A sentence of the server or of the contract in the language shown; what is none of them stays as it is. */
export function sayFault(message: string): string {
  const found = readFunctionFault(message);
  return found ? say('function-faults', found.key, found.values) : message;
}

function sentence({ code, message, minimum, maximum, origin, path }: ShapeIssue): string {
  if (readFunctionFault(message)) return sayFault(message);
  if (path.at(-1) === 'timeoutSeconds') return say('function-faults', 'seconds');
  if (code === 'too_big' && origin === 'string')
    return say('function-faults', 'charsMax', { count: Number(maximum ?? limits.functionValueCharsMax) });
  if (code === 'too_small' || minimum !== undefined) return say('function-faults', 'empty');
  return /^(Too|Invalid)/.test(message) ? say('function-faults', 'invalid') : message;
}

/** What stands at a path of a definition. */
export const valueAt = (draft: FunctionDefinition, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], draft);

/** What of the faults is said at the fields: a field that was not filled in yet is not told to be wrong before it was tried to save. */
export const faultsToShow = (faults: Faults, draft: FunctionDefinition, isUntried: boolean): Faults =>
  isUntried ? new Map([...faults].filter(([path]) => !isEmpty(valueAt(draft, path)))) : faults;

const isEmpty = (value: unknown): boolean =>
  value === '' || value === undefined || (Array.isArray(value) && value.every(isEmpty));
