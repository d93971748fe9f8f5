import type { HttpFunction } from '@antiphon/contract/functions';
import { useTexts } from '../../../texts/texts.ts';
import { useEditor } from './editor-context.ts';

/** The id of the words that say why Publish rests. */
export const STATE_LINE = 'function-state';

interface StateLineProps {
  base: HttpFunction | null;
  isDirty: boolean;
  faultCount: number;
}

/** Where the function stands, and why it cannot be published as it is. */
export function StateLine({ base, isDirty, faultCount }: StateLineProps) {
  const t = useTexts('functions');
  const { mayWrite } = useEditor();
  const number = base?.revision ?? 0;
  const key = !mayWrite
    ? 'mayNot'
    : base && faultCount > 0
      ? 'faulty'
      : number === 0
        ? 'draft'
        : isDirty || base?.hasChanges
          ? 'changed'
          : 'same';
  return <span id={STATE_LINE}>{t(`publish.${key}`, { number })}</span>;
}
