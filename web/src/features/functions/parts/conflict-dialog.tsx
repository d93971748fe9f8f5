import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { HttpFunction } from '@antiphon/contract/functions';
import { Button, Group, Modal, Text } from '@mantine/core';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { ChangeList } from '../../working-copy/change-list.tsx';
import { describeDefinition } from './describe-definition.ts';
import { definitionOf } from './editor-state.ts';
import styles from './functions.module.css';

interface ConflictDialogProps {
  state: { base: HttpFunction; draft: FunctionDefinition; theirs: HttpFunction };
  onReload: () => void;
  onKeep: () => void;
  /** Nothing is chosen yet. */
  onClose: () => void;
}

/** It was saved in between. Nothing is lost until the person chooses. */
export function ConflictDialog({ state: { base, draft, theirs }, onReload, onKeep, onClose }: ConflictDialogProps) {
  const t = useTexts('functions');
  const shared = useTexts('working-copy');
  const before = definitionOf(base);
  const mine = describeDefinition(before, draft).map(({ label }) => label);
  return (
    <Modal opened onClose={onClose} title={t('conflict.title')} size={640}>
      <Text c="var(--ui-muted)" mb="md">
        <RichText
          of="functions"
          text="conflict.text"
          values={{ fields: mine.join(', ') }}
          tags={{ time: <RelativeTime date={theirs.changedAt} /> }}
        />
      </Text>
      <h3 className={styles.subtitle}>{shared('conflict.theirs')}</h3>
      <div className={styles.changes}>
        <ChangeList changes={describeDefinition(before, definitionOf(theirs))} emptyText={shared('conflict.same')} />
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onReload}>
          {shared('conflict.reload')}
        </Button>
        <Button onClick={onKeep} data-autofocus>
          {shared('conflict.keep')}
        </Button>
      </Group>
      <Text size="sm" c="var(--ui-muted)" mt="xs" ta="end">
        {shared('conflict.hint')}
      </Text>
    </Modal>
  );
}
