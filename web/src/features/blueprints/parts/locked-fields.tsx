import { PUSHED } from '@antiphon/contract/blueprint-parts';
import { MultiSelect } from '@mantine/core';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { nameField } from '../../working-copy/describe-changes.ts';
import { useBlueprintCall } from './use-blueprint-call.ts';

/** What is pushed whatever was fitted; saved as it is chosen. */
export function LockedFields({ id, locked, mayWrite }: { id: string; locked: string[]; mayWrite: boolean }) {
  const t = useTexts('blueprints');
  const saving = useBlueprintCall((paths: string[]) => api.blueprints.lock({ id, locked: paths }), {
    success: t('locked.done'),
    failure: t('locked.failed'),
  });
  const sections = PUSHED.map((value): { value: string; label: string } => ({ value, label: t(`sections.${value}`) }));
  // What was locked over the API below a section.
  const others = locked
    .filter((path) => !PUSHED.some((section) => section === path))
    .map((value) => ({ value, label: nameField(value)?.label ?? value }));
  const shown = saving.isPending ? saving.variables : locked;
  return (
    <MultiSelect
      label={t('locked.label')}
      description={t('locked.hint')}
      placeholder={shown.length === 0 ? t('locked.placeholder') : ''}
      disabled={!mayWrite}
      clearable
      clearButtonProps={{ 'aria-label': t('locked.clear') }}
      value={shown}
      onChange={(paths) => saving.mutate(paths)}
      data={[...sections, ...others]}
    />
  );
}
