import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import { Button, Group, Modal, Text } from '@mantine/core';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ChangeList } from '../change-list.tsx';
import { describeChanges } from '../describe-changes.ts';
import styles from './conflict-dialog.module.css';

interface ConflictDialogProps {
  theirs: Agent;
  base: AgentSettings;
  mine: AgentSettings;
  onReload: () => void;
  onKeep: () => void;
}

/** Somebody saved in between. Nothing is lost until the person chooses. */
export function ConflictDialog({ theirs, base, mine, onReload, onKeep }: ConflictDialogProps) {
  const changes = describeChanges(base, theirs.settings);
  const mineLabels = describeChanges(base, mine).map(({ label }) => label);
  return (
    <Modal opened onClose={onKeep} title="Somebody else saved this agent" size={640} withCloseButton={false}>
      <Text c="var(--ui-muted)" mb="md">
        It was saved from another window <RelativeTime date={theirs.lastModified} />. Your changes (
        {mineLabels.join(', ')}) are still here and not saved yet.
      </Text>
      <h3 className={styles.title}>What they changed</h3>
      <div className={styles.changes}>
        <ChangeList changes={changes} emptyText="Nothing that differs from what you started with." />
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onReload}>
          Reload theirs
        </Button>
        <Button onClick={onKeep} data-autofocus>
          Keep mine
        </Button>
      </Group>
      <Text size="sm" c="var(--ui-muted)" mt="xs" ta="right">
        Keep mine changes nothing yet: the next Save replaces theirs.
      </Text>
    </Modal>
  );
}
