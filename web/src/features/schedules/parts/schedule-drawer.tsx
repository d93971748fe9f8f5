import type { ScheduleId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Schedule, ScheduleHours } from '@antiphon/contract/schedules';
import { Button, Drawer, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { DeleteSchedule } from './delete-schedule.tsx';
import { OpeningLine } from './opening-line.tsx';
import { findProblems, newHours } from './schedule-draft.ts';
import styles from './schedules.module.css';
import { ExceptionFields, WeekFields } from './week-fields.tsx';

interface ScheduleDrawerProps {
  /** Null is a new one. */
  schedule: Schedule | null;
  isOpen: boolean;
  onClose: () => void;
  onSaved: (id: ScheduleId) => void;
  onDeleted: (id: ScheduleId) => void;
}

/** The hours of one schedule. Saved, they hold at once for every agent that uses it. */
export function ScheduleDrawer({ schedule, isOpen, onClose, onSaved, onDeleted }: ScheduleDrawerProps) {
  const t = useTexts('schedules');
  return (
    <Drawer opened={isOpen} onClose={onClose} title={schedule ? t('edit') : t('add')}>
      <ScheduleForm schedule={schedule} onClose={onClose} onSaved={onSaved} onDeleted={onDeleted} />
    </Drawer>
  );
}

function ScheduleForm({ schedule, onClose, onSaved, onDeleted }: Omit<ScheduleDrawerProps, 'isOpen'>) {
  const t = useTexts('schedules');
  const tUi = useTexts('ui');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [hours, setHours] = useState<ScheduleHours>(() => schedule ?? newHours(''));
  const [isTried, setTried] = useState(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const problems = findProblems(hours);
  const shown = isTried ? problems : {};
  const isSound = Object.keys(problems).every((path) => path === 'name');
  const change = (part: Partial<ScheduleHours>) => setHours((old) => ({ ...old, ...part }));
  const saving = useMutation({
    mutationFn: () => {
      const { name, timeZone, days, exceptions } = hours;
      const input = { uid, name, timeZone, days, exceptions };
      return schedule ? api.schedules.update({ ...input, scheduleId: schedule.id }) : api.schedules.create(input);
    },
    meta: { success: t('saved'), isFailureShown: true },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: query.schedules.list.key() });
      onSaved(id);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form that it was opened from is another one.
    event.stopPropagation();
    setTried(true);
    if (Object.keys(problems).length === 0) saving.mutate();
  };
  const problem = saving.isError ? toProblem(saving.error) : null;
  const others = (schedule?.agents.length ?? 0) > 1 ? schedule?.agents.length : undefined;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label={t('form.name')}
        placeholder={t('form.namePlaceholder')}
        maxLength={limits.scheduleNameCharsMax}
        data-autofocus={schedule ? undefined : true}
        value={hours.name}
        error={shown.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t('form.timeZone')}
        searchable
        allowDeselect={false}
        value={hours.timeZone}
        data={timeZones(hours.timeZone)}
        onChange={(timeZone) => timeZone !== null && change({ timeZone })}
      />
      <div className={styles.preview} role="status">
        {isSound ? <OpeningLine hours={hours} /> : t('opening.unknown')}
      </div>
      <WeekFields hours={hours} problems={shown} onChange={change} />
      <ExceptionFields hours={hours} problems={shown} onChange={change} />
      {others !== undefined && <p>{t('form.shared', { count: others })}</p>}
      {problem && (
        <LoadFailure title={t('failed')} problem={{ ...problem, message: t('kept', { error: problem.message }) }} />
      )}
      <div className={styles.actions}>
        {schedule && (
          <Button variant="default" c="var(--ui-bad)" className={styles.delete} onClick={deleting.open}>
            {t('delete.action')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {problem ? tUi('retry') : tUi('save')}
        </Button>
      </div>
      {schedule && (
        <DeleteSchedule schedule={schedule} isOpen={isDeleting} onClose={deleting.close} onDeleted={onDeleted} />
      )}
    </form>
  );
}

/** With the one that is chosen, which another browser may have known. */
const timeZones = (chosen: string) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
