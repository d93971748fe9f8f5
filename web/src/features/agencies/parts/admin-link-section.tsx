import type { Agency } from '@antiphon/contract/agencies';
import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CopyField } from '../../../ui/fields/copy-field.tsx';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
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
  const shown = clientUrl === '' ? secret : `${clientUrl}/?secret=${secret}`;
  return (
    <FormSection title={t('admin.title')} description={t('admin.text')}>
      <TextInput
        label={t('admin.label')}
        value={isMade ? agency.secretLast4.padStart(secretChars, '•') : t('admin.none')}
        readOnly
        description={isMade ? t('admin.known') : t('admin.unknown')}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
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
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title={t('admin.new')}
        size={480}
        closeOnClickOutside={false}
      >
        <Notice>{t('admin.copyNow')}</Notice>
        <CopyField label={clientUrl === '' ? t('admin.label') : t('admin.link')} value={shown ?? ''} />
        <Button mt="lg" onClick={() => setSecret(null)}>
          {t('admin.done')}
        </Button>
      </Modal>
    </FormSection>
  );
}
