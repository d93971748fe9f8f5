import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { CopyField } from '../../../ui/fields/copy-field.tsx';

/** The one time that a signing secret is shown. Only its button closes it, so that no stray click loses the secret. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const t = useTexts('webhooks');
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('secret.shownTitle')}
      size={480}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap={16}>
        <Text c="var(--ui-muted)">{t('secret.shownText')}</Text>
        <CopyField label={t('secret.title')} value={secret ?? ''} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
