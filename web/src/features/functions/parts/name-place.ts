import type texts from '../../../texts/en/functions.json';
import { say } from '../../../texts/texts.ts';

type Label = keyof typeof texts.labels;
type Row = keyof typeof texts.one;

const ROWS: Record<string, Row> = {
  examples: 'examples',
  inputs: 'inputs',
  query: 'query',
  headers: 'headers',
  outputs: 'outputs',
};
const SAID: Record<string, Label> = {
  proposal: 'saidProposal',
  button: 'saidButton',
  waiting: 'saidWaiting',
  success: 'saidSuccess',
  failure: 'saidFailure',
};

/** What the field at a path is called, with its row: 'Input 2, Name'. */
export function namePlace(path: string): string {
  const keys = path.split('.');
  const at = keys.findIndex((key, index) => key in ROWS && /^\d+$/.test(keys[index + 1] ?? ''));
  if (at >= 0) {
    const place = say('functions', `one.${ROWS[keys[at] ?? ''] as Row}`, { number: Number(keys[at + 1]) + 1 });
    const last = keys[at + 2];
    return last === undefined ? place : say('functions', 'faults.place', { place, label: labelOf(last) });
  }
  if (keys[0] === 'sentences') return labelOf(SAID[keys[1] ?? ''] ?? 'saidWaiting');
  if (keys[0] === 'response' && keys[1] === 'success')
    return say('functions', 'faults.place', { place: labelOf('success'), label: labelOf(keys[2] ?? 'pointer') });
  return labelOf(keys.at(-1) ?? '');
}

const labelOf = (label: string) => say('functions', `labels.${label as Label}`);
