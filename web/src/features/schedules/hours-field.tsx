import type { ScheduleId } from '@antiphon/contract/ids';
import { Button, Select } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import styles from './parts/schedules.module.css';

// The calendar of all time zones comes with them.
const OpeningLine = lazy(async () => ({ default: (await import('./parts/opening-line.tsx')).OpeningLine }));
const ScheduleDrawer = lazy(async () => ({ default: (await import('./parts/schedule-drawer.tsx')).ScheduleDrawer }));

const ALWAYS = '';

interface HoursFieldProps {
  /** Left out: of an agent's people. */
  label?: string;
  description?: string;
  value: ScheduleId | null;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: ScheduleId | null) => void;
}

/** When an agent's people can be asked for, or what its label says: one of the workspace's schedules, which is edited beside. */
export function HoursField({ label, description, value, error, disabled, onChange }: HoursFieldProps) {
  const t = useTexts('schedules');
  const { uid } = useWorkspace();
  const mayEdit = useMay('agents.publish');
  const schedules = useQuery(query.schedules.list.queryOptions({ input: { uid } }));
  const [drawer, setDrawer] = useState<ScheduleId | 'new' | null>(null);
  const items = schedules.data?.items ?? [];
  const chosen = items.find(({ id }) => id === value);
  const isGone = value !== null && schedules.isSuccess && !chosen;
  const edited = items.find(({ id }) => id === drawer) ?? null;
  const close = () => setDrawer(null);
  if (schedules.isError)
    return (
      <LoadFailure
        title={t('loadFailed')}
        problem={toProblem(schedules.error)}
        onRetry={() => void schedules.refetch()}
      />
    );
  return (
    <>
      <Select
        label={label ?? t('field')}
        description={description ?? t('fieldHint')}
        allowDeselect={false}
        disabled={disabled || schedules.isPending}
        value={value ?? ALWAYS}
        error={isGone ? t('gone') : error}
        data={[
          { value: ALWAYS, label: t('always') },
          ...items.map(({ id, name }) => ({ value: id as string, label: name })),
          ...(isGone ? [{ value: value as string, label: t('deleted') }] : []),
        ]}
        onChange={(id) => id !== null && onChange(id === ALWAYS ? null : (id as ScheduleId))}
      />
      {chosen && (
        <Suspense fallback={null}>
          <OpeningLine hours={chosen} />
        </Suspense>
      )}
      <div className={styles.buttons}>
        {mayEdit && chosen && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => {
              setDrawer(chosen.id);
              // Agents were saved since: who uses it is said before it is deleted.
              void schedules.refetch();
            }}
          >
            {t('edit')}
          </Button>
        )}
        {mayEdit && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
            disabled={disabled}
            onClick={() => setDrawer('new')}
          >
            {t('add')}
          </Button>
        )}
      </div>
      {drawer !== null && (
        <Suspense fallback={null}>
          <ScheduleDrawer
            schedule={edited}
            isOpen
            onClose={close}
            onSaved={(id) => {
              close();
              if (drawer === 'new') onChange(id);
            }}
            onDeleted={(id) => {
              close();
              if (id === value) onChange(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
