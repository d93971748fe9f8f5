import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { say } from '../../../texts/texts.ts';
import { type Change, flatten } from '../../working-copy/describe-changes.ts';
import { namePlace } from './name-place.ts';

const SECTIONS: Record<string, 'inputs' | 'request' | 'response' | 'sentences'> = {
  inputs: 'inputs',
  request: 'request',
  response: 'response',
  sentences: 'sentences',
};

/** What differs between two definitions, field by field; a list counts as one field, with a line for each row. */
export function describeDefinition(before: FunctionDefinition, after: FunctionDefinition): Change[] {
  const [old, now] = [flatten(before), flatten(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths
    .map((path): Change => {
      const [one, other] = [toWords(old.get(path)), toWords(now.get(path))];
      return {
        path,
        place: say('functions', `sections.${SECTIONS[path.split('.')[0] ?? ''] ?? 'basics'}`),
        label: namePlace(path),
        before: one,
        after: other,
        kind: one.includes('\n') || other.includes('\n') || path === 'request.body' ? 'long' : 'short',
      };
    })
    .filter((change) => change.before !== change.after);
}

function toWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(toWords).join('\n');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.values(value)
    .flat()
    .filter((part) => part !== '')
    .join(', ');
}
