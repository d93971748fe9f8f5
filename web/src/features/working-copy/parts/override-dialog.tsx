import { Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkingCopy } from '../working-copy.tsx';

interface OverrideDialogProps {
  /** What the tests say against publishing. */
  reason: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The tests stand against publishing: look at them, or publish all the same. */
export function OverrideDialog({ reason, isPending, onConfirm, onClose }: OverrideDialogProps) {
  const t = useTexts('suites');
  const tUi = useTexts('ui');
  const { agent } = useWorkingCopy();
  const params = { region: currentRegion(), agentId: agent.ID, tab: 'tests' };
  return (
    <Modal opened onClose={onClose} title={t('override.title')} size={480}>
      <Text component="div" c="var(--ui-muted)">
        {t('override.text', { reason })}{' '}
        <Anchor
          renderRoot={(props) => (
            <Link {...props} to="/app/$region/agents/$agentId/$tab" params={params} search={{}} onClick={onClose} />
          )}
        >
          {t('override.open')}
        </Anchor>
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {tUi('cancel')}
        </Button>
        <Button color="red" onClick={onConfirm} loading={isPending}>
          {t('override.confirm')}
        </Button>
      </Group>
    </Modal>
  );
}
