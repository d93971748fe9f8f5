import { Select } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { titleOf } from '../../flow-words/node-words.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import type { CheckDraft } from './case-draft.ts';

interface NodeFieldProps {
  value: CheckDraft['node'];
  error: string | undefined;
  onChange: (node: CheckDraft['node']) => void;
}

/** One of the canvas's nodes, below the name of its section; one that is gone is shown by the name that it had. */
export function NodeField({ value, error, onChange }: NodeFieldProps) {
  const t = useTexts('suites');
  // A node without a name is called by its kind.
  useTexts('flow');
  const { flow } = useWorkingCopy().settings;
  const sections = flow?.sections ?? [];
  const titles = new Map(sections.flatMap(({ nodes }) => nodes.map((node) => [node.id, titleOf(node)] as const)));
  const gone = value && !titles.has(value.id) ? [{ value: value.id, label: value.title || value.id }] : [];
  return (
    <Select
      aria-label={t('check.node')}
      placeholder={t('check.node')}
      searchable
      value={value?.id ?? null}
      error={error}
      data={[
        ...sections.map(({ name, nodes }, index) => ({
          group: name || String(index + 1),
          items: nodes.map(({ id }) => ({ value: id, label: titles.get(id) ?? id })),
        })),
        ...gone,
      ]}
      onChange={(id) => onChange(id === null ? null : { id, title: titles.get(id) ?? value?.title ?? '' })}
    />
  );
}
