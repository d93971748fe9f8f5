import { beforeAll, expect, test } from 'vitest';
import { loadEnglish } from '../../../texts/load-english.ts';
import { definitionOf, newDefinition } from './editor-state.ts';
import { namePlace } from './name-place.ts';

beforeAll(() => loadEnglish('functions'));

test.each([
  ['name', 'Name'],
  ['examples.2', 'Sentence 3'],
  ['inputs.1.name', 'Input 2, Name'],
  ['inputs.0.choices.3', 'Input 1, Choices'],
  ['request.origin', 'Origin'],
  ['request.query.0.value', 'Query 1, Value'],
  ['response.outputs.4.pointer', 'Output 5, Pointer'],
  ['response.success.pointer', 'Success, Pointer'],
  ['sentences.failure', 'When it failed'],
])('%s is called %s', (path, name) => {
  expect(namePlace(path)).toBe(name);
});

// Caught here: a field of the definition without a name of its own.
test('every field of a definition has a name', () => {
  const draft = definitionOf(newDefinition('find_order', 'GET') as never);
  const paths = Object.entries(draft).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.keys(value).map((inner) => `${key}.${inner}`)
      : [key],
  );
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) expect(namePlace(path), path).not.toMatch(/^functions\.|^$/);
});
