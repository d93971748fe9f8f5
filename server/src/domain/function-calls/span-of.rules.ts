import type { Span } from '@antiphon/contract/conversations';
import type { FunctionInput } from '@antiphon/contract/function-parts';
import type { CallRow } from './function-calls.queries.ts';

const BYTES_MAX = 4_000;
const PERSONAL = new Set<FunctionInput['kind']>(['email', 'phone']);

/** A call as those read it who look how a reply came about. A secret is in none of its parts. */
export function spanOf(
  { name, status, ms, args, outputs }: Pick<CallRow, 'name' | 'status' | 'ms' | 'args' | 'outputs'>,
  inputs: readonly FunctionInput[],
): Span {
  const isPersonal = (key: string) => inputs.some((input) => input.name === key && PERSONAL.has(input.kind));
  const given = Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, isPersonal(key) ? '\u2022\u2022\u2022' : value]),
  );
  return {
    ...{ kind: 'function', name, status, ms: ms ?? 0 },
    given: firstBytes(JSON.stringify(given)),
    outputs: outputs ? firstBytes(JSON.stringify(outputs)) : '',
  };
}

/** Without a part of a character at its end. */
function firstBytes(text: string): string {
  const all = new TextEncoder().encode(text);
  return all.length <= BYTES_MAX ? text : new TextDecoder().decode(all.subarray(0, BYTES_MAX)).replace(/\uFFFD+$/, '');
}
