import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { WidgetScript } from '../../agents/widget-script-block.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { useMoved } from './use-moved.ts';

/** Whether there is a staging beside live, which version each has, and what makes one the other. */
export function Environments() {
  const t = useTexts('versions');
  const { agent } = useWorkingCopy();
  const { publishedVersion: live, stagingVersion: staging } = agent;
  const { canPublish } = agent.abilities;
  const showMoved = useMoved();
  const [isAsking, dialog] = useDisclosure(false);
  const switching = useMutation({
    mutationFn: (isOn: boolean) => api.agents.setStaging({ id: agent.ID, isOn }),
    meta: { failure: t('staging.notSwitched'), kept: t('restore.kept') },
    onSuccess: showMoved,
  });
  const isOn = staging !== null;
  if (live === null || (!isOn && !canPublish)) return null;
  return (
    <Stack component="section" aria-label={t('staging.title')} gap="sm" mb="lg">
      <Switch
        label={t('staging.title')}
        description={t('staging.hint')}
        checked={isOn}
        disabled={!canPublish || switching.isPending}
        onChange={(event) => switching.mutate(event.currentTarget.checked)}
      />
      {isOn && (
        <>
          <Group justify="space-between" gap="sm">
            <Text role="status">
              {staging === live ? t('staging.same', { live }) : t('staging.ahead', { staging, live })}
            </Text>
            {canPublish && staging !== live && <Button onClick={dialog.open}>{t('staging.promote')}</Button>}
          </Group>
          <Text size="sm" c="var(--ui-muted)">
            {t('staging.script')}
          </Text>
          <WidgetScript agent={agent} environment="staging" />
        </>
      )}
      {isAsking && isOn && <PromoteDialog live={live} staging={staging} onClose={dialog.close} />}
    </Stack>
  );
}
