import type { FunctionDefinition } from '@antiphon/contract/function-definition';

/** A credential belongs to its workspace. */
export const withoutCredential = (definition: FunctionDefinition): FunctionDefinition => ({
  ...definition,
  request: { ...definition.request, credentialId: null },
});

const NAME_CHARS_MAX = 40;

/** The name, or with the first number that makes it one of its own: `book_table_2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const free = numbered(name, end);
    if (!taken.has(free)) return free;
  }
}

/** Whether it is the name, or what `freeName` makes of it. */
export function isOf(one: string, name: string): boolean {
  const [end = ''] = /_\d+$/.exec(one) ?? [];
  return one === name || one === numbered(name, end);
}

const numbered = (name: string, end: string) => `${name.slice(0, NAME_CHARS_MAX - end.length)}${end}`;
