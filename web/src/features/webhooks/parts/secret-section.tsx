import type { WebhookEndpoint } from '@antiphon/contract/webhooks';
import { Anchor, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatExactDate } from '../../../ui/format/format.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { verifySample } from './verify-sample.ts';
import styles from './webhooks.module.css';

interface SecretSectionProps {
  endpoint: WebhookEndpoint;
  mayWrite: boolean;
  onSecret: (secret: string) => void;
}

/** Its last four characters, a rotation, and how a receiver uses it. */
export function SecretSection({ endpoint, mayWrite, onSecret }: SecretSectionProps) {
  const t = useTexts('webhooks');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [isAsking, dialog] = useDisclosure(false);
  const rotation = useMutation({
    mutationFn: () => api.webhooks.rotateSecret({ uid }),
    meta: { failure: t('secret.rotateFailed') },
    onSuccess: (made) => {
      dialog.close();
      onSecret(made.secret);
      return queryClient.invalidateQueries({ queryKey: query.webhooks.get.key() });
    },
  });
  const { secretLast4, previousSecretUntil } = endpoint;
  return (
    <FormSection title={t('secret.title')} description={t('secret.text')}>
      <div className={styles.secret}>
        <code dir="ltr">
          <span aria-hidden="true">whsec_••••</span>
          {secretLast4}
        </code>
        {mayWrite && (
          <Button variant="default" onClick={dialog.open}>
            {t('secret.rotate')}
          </Button>
        )}
      </div>
      {previousSecretUntil !== null && (
        <Text size="sm" c="var(--ui-muted)">
          {t('secret.previousUntil', { date: formatExactDate(new Date(previousSecretUntil)) })}
        </Text>
      )}
      <details className={styles.verify}>
        <summary>{t('secret.verify')}</summary>
        <pre dir="ltr" className={styles.code}>
          {verifySample}
        </pre>
        <Anchor href="https://www.standardwebhooks.com/" target="_blank" rel="noopener" size="sm">
          Standard Webhooks
        </Anchor>
      </details>
      <Anchor href="/api/docs#events" target="_blank" rel="noopener" size="sm">
        {t('secret.docs')}
      </Anchor>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('secret.rotateTitle')}
        confirmLabel={t('secret.rotate')}
        onConfirm={() => rotation.mutate()}
        isPending={rotation.isPending}
        isDangerous={false}
      >
        {t('secret.rotateText')}
      </ConfirmDialog>
    </FormSection>
  );
}
