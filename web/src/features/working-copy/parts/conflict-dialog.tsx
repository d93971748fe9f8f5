import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import { Button, Group, Modal, Text } from '@mantine/core';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { ChangeList } from '../change-list.tsx';
import { describeChanges } from '../describe-changes.ts';
import styles from './conflict-dialog.module.css';

interface ConflictDialogProps {
  theirs: Agent;
  base: AgentSettings;
  mine: AgentSettings;
  onReload: () => void;
  onKeep: () => void;
  /** Nothing is chosen yet. */
  onClose: () => void;
}

/** Somebody, perhaps oneself in another tab, saved in between. Nothing is lost until the person chooses. */
export function ConflictDialog({ theirs, base, mine, onReload, onKeep, onClose }: ConflictDialogProps) {
  const t = useTexts('working-copy');
  const changes = describeChanges(base, theirs.settings);
  const mineLabels = describeChanges(base, mine).map(({ label }) => label);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(theirs.isLastModifiedByMe ? 'conflict.titleMine' : 'conflict.title')}
      size={640}
    >
      <Text c="var(--ui-muted)" mb="md">
        <RichText
          of="working-copy"
          text={theirs.isLastModifiedByMe ? 'conflict.textMine' : 'conflict.text'}
          values={{ author: theirs.lastModifiedBy ?? '', fields: mineLabels.join(', ') }}
          tags={{ time: <RelativeTime date={theirs.lastModified} /> }}
        />
      </Text>
      <h3 className={styles.title}>{t('conflict.theirs')}</h3>
      <div className={styles.changes}>
        <ChangeList changes={changes} emptyText={t('conflict.same')} />
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onReload}>
          {t('conflict.reload')}
        </Button>
        <Button onClick={onKeep} data-autofocus>
          {t('conflict.keep')}
        </Button>
      </Group>
      <Text size="sm" c="var(--ui-muted)" mt="xs" ta="end">
        {t('conflict.hint')}
      </Text>
    </Modal>
  );
}
