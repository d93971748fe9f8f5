import type { Workspace } from '@antiphon/contract/workspaces';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { SecretSection } from './secret-section.tsx';

interface NewKeysDialogProps {
  workspace: Workspace;
  /** Whoever was removed just now; null where nobody was. */
  name: string | null;
  onClose: () => void;
}

/** A key is nobody's: whoever copied one goes on with it after they were removed. Asked where there is a key at all. */
export function NewKeysDialog({ workspace, name, onClose }: NewKeysDialogProps) {
  const t = useTexts('workspaces');
  const agency = useQuery({
    ...query.agencies.get.queryOptions({ input: { uid: workspace.uid } }),
    enabled: name !== null,
  });
  const hasSecret = workspace.secretLast4 !== '';
  const hasAgencyKey = (agency.data?.agency?.secretLast4 ?? '') !== '';
  return (
    <Modal
      opened={name !== null && (hasSecret || hasAgencyKey)}
      onClose={onClose}
      title={t('newKeys.title')}
      size={480}
      closeOnClickOutside={false}
      // A new secret may stand above it.
      closeOnEscape={false}
    >
      <Stack gap="lg">
        <Text c="var(--ui-muted)">{t('newKeys.text', { name: name ?? '' })}</Text>
        {!workspace.abilities.canRotateSecret && <Text>{t('newKeys.notAllowed')}</Text>}
        {hasSecret && <SecretSection workspace={workspace} />}
        <Group justify="flex-end" gap="xs">
          {hasAgencyKey && (
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/app/$region/agency" params={{ region: currentRegion() }} {...props} />}
            >
              {t('newKeys.openAgency')}
            </Button>
          )}
          <Button onClick={onClose}>{t('secret.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
