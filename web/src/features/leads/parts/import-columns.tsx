import { GROUP_TARGET, isLeadColumn, LEAD_COLUMNS, NOTE_TARGET } from '@antiphon/contract/lead-fields';
import type { ImportPreview } from '@antiphon/contract/leads';
import { NativeSelect, Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { useLeadGroups } from '../use-leads.ts';
import styles from './leads.module.css';

export type ImportChoice = { targets: string[]; onDuplicate: 'merge' | 'skip'; groupId: string | null };

interface ImportColumnsProps {
  agentId: string;
  preview: ImportPreview;
  choice: ImportChoice;
  isDisabled: boolean;
  onChange: (choice: ImportChoice) => void;
}

/** Where each column goes, as it was guessed, and what becomes of people who are there already. */
export function ImportColumns({ agentId, preview, choice, isDisabled, onChange }: ImportColumnsProps) {
  const t = useTexts('leads');
  const groups = useLeadGroups(agentId);
  const fields = useQuery(query.leads.listFields.queryOptions({ input: { id: agentId } })).data?.items ?? [];
  const targets = [
    { value: '', label: t('import.nowhere') },
    ...LEAD_COLUMNS.map((value) => ({ value, label: t(`fields.${value}`) })),
    ...fields.flatMap(({ key, label }) => (isLeadColumn(key) ? [] : [{ value: key, label }])),
    { value: GROUP_TARGET, label: t('groups.title') },
    { value: NOTE_TARGET, label: t('fields.note') },
  ];
  return (
    <Stack gap="md">
      <DataTable
        label={t('import.columns')}
        columns={[
          { label: t('import.column') },
          { label: t('import.samples'), isWideOnly: true },
          { label: t('import.target') },
        ]}
      >
        {preview.columns.map(({ name, samples }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
          <tr key={at}>
            <td className={styles.cut} data-text="content" dir="auto" title={name}>
              {name}
            </td>
            <td className={`${styles.cut} ${styles.samples}`} data-text="content" dir="auto" title={samples.join(', ')}>
              {samples.join(', ')}
            </td>
            <td>
              <NativeSelect
                aria-label={t('import.targetOf', { name })}
                disabled={isDisabled}
                data={targets}
                value={choice.targets[at] ?? ''}
                onChange={(event) =>
                  onChange({ ...choice, targets: choice.targets.with(at, event.currentTarget.value) })
                }
              />
            </td>
          </tr>
        ))}
      </DataTable>
      <Radio.Group
        label={t('import.duplicates')}
        value={choice.onDuplicate}
        onChange={(value) => onChange({ ...choice, onDuplicate: value as ImportChoice['onDuplicate'] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="merge" label={t('import.merge')} description={t('import.mergeHint')} disabled={isDisabled} />
          <Radio value="skip" label={t('import.skip')} description={t('import.skipHint')} disabled={isDisabled} />
        </Stack>
      </Radio.Group>
      {groups.length > 0 && (
        <Select
          label={t('import.group')}
          placeholder={t('import.noGroup')}
          clearable
          clearButtonProps={{ 'aria-label': t('filters.clearOne', { name: t('import.group') }) }}
          disabled={isDisabled}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={choice.groupId}
          onChange={(groupId) => onChange({ ...choice, groupId })}
        />
      )}
    </Stack>
  );
}
