import type { Agency } from '@antiphon/contract/agencies';
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { SecretDialog } from '../../../ui/forms/secret-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

const secretChars = 25;

interface AdminLinkSectionProps {
  agency: Agency;
  clientUrl: string;
  canRotate: boolean;
}

/** The key that opens the clients' dashboard for the agency itself: masked, replaced after a question, shown once. */
export function AdminLinkSection({ agency, clientUrl, canRotate }: AdminLinkSectionProps) {
  const t = useTexts('agencies');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [isAsking, question] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotation = useMutation({
    mutationFn: () => api.agencies.rotateSecret({ uid }),
    meta: { failure: t('admin.failed'), kept: t('admin.kept') },
    onSuccess: async (made) => {
      question.close();
      setSecret(made.secret);
      await queryClient.invalidateQueries({ queryKey: query.agencies.key() });
    },
  });
  const isMade = agency.secretLast4 !== '';
  return (
    <FormSection title={t('admin.title')} description={t('admin.text')}>
      <TextInput
        label={t('admin.label')}
        value={isMade ? agency.secretLast4.padStart(secretChars, '•') : t('admin.none')}
        readOnly
        description={isMade ? t('admin.known') : t('admin.unknown')}
        styles={isMade ? { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } } : undefined}
      />
      {canRotate && (
        <div>
          <Button
            variant="default"
            onClick={isMade ? question.open : () => rotation.mutate()}
            loading={!isAsking && rotation.isPending}
          >
            {isMade ? t('admin.regenerate') : t('admin.make')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={question.close}
        title={t('admin.ask')}
        confirmLabel={t('admin.regenerate')}
        onConfirm={() => rotation.mutate()}
        isPending={rotation.isPending}
      >
        {t('admin.askText')}
      </ConfirmDialog>
      <SecretDialog
        secret={secret === null || clientUrl === '' ? secret : `${clientUrl}/?secret=${secret}`}
        title={t('admin.new')}
        label={clientUrl === '' ? t('admin.label') : t('admin.link')}
        text={t('admin.copyNow')}
        done={t('admin.done')}
        onClose={() => setSecret(null)}
      />
    </FormSection>
  );
}
