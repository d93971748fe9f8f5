import type { ScheduleId } from '@antiphon/contract/ids';
import type { Schedule } from '@antiphon/contract/schedules';
import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './schedules.module.css';

interface DeleteScheduleProps {
  schedule: Schedule;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: (id: ScheduleId) => void;
}

/** A schedule in use cannot be deleted: the agents that need other hours are named instead. */
export function DeleteSchedule({ schedule, isOpen, onClose, onDeleted }: DeleteScheduleProps) {
  const t = useTexts('schedules');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => api.schedules.delete({ uid, scheduleId: schedule.id }),
    meta: { success: t('delete.done'), failure: t('delete.failed'), kept: t('delete.kept') },
    onSuccess: () => onDeleted(schedule.id),
    // Refused for being used since the list was read: the list tells by whom.
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.schedules.list.key() }),
  });
  const title = t('delete.title', { name: schedule.name });
  if (schedule.agents.length > 0)
    return (
      <Modal opened={isOpen} onClose={onClose} title={title} size={440}>
        <p>{t('delete.inUse')}</p>
        <ul className={styles.agents}>
          {schedule.agents.map(({ ID, title: name }) => (
            <li key={ID}>
              <Link
                to="/app/$region/agents/$agentId/$tab"
                params={{ region: currentRegion(), agentId: ID, tab: 'settings' }}
                data-text="content"
                dir="auto"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Modal>
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      confirmLabel={t('delete.action')}
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}
