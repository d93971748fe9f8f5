import type { FunctionDefinition } from '@antiphon/contract/function-definition';

type Value = string | number | boolean | string[] | null | undefined;

/**
 * An owner's sentence as a visitor reads it: values in the place of their names in braces. A name without a value leaves nothing;
 * what stands in braces and is no name of the function stays.
 */
export function toldWords(
  sentence: string,
  { inputs, response }: Pick<FunctionDefinition, 'inputs' | 'response'>,
  values: Readonly<Record<string, Value>>,
): string {
  const names = new Set([...inputs, ...response.outputs].map(({ name }) => name));
  return sentence
    .replace(/\{([a-z][a-z0-9_]*)\}/g, (all, name: string) => {
      if (!names.has(name)) return all;
      const value = Object.hasOwn(values, name) ? values[name] : null;
      return Array.isArray(value) ? value.join(', ') : String(value ?? '');
    })
    .replace(/ {2,}/g, ' ')
    .trim();
}
