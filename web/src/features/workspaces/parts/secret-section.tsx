import type { Workspace } from '@antiphon/contract/workspaces';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CopyBlock } from '../../../ui/fields/copy-block.tsx';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { SecretDialog } from '../../../ui/forms/secret-dialog.tsx';

const secretChars = 20;

/** A call that works when it is pasted: the agents of the workspace. */
const firstCall = ({ uid, region }: Workspace, secret: string) =>
  `curl '${window.location.origin}/api/${region}/v2/workspaces/${uid}/agents' -H 'Authorization: Bearer ${secret}'`;

/** The bearer key of the API: masked, replaced after a question, and shown once when it is new. */
export function SecretSection({ workspace }: { workspace: Workspace }) {
  const t = useTexts('workspaces');
  const queryClient = useQueryClient();
  const [isAsking, question] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotation = useMutation({
    mutationFn: () => api.workspaces.rotateSecret({ uid: workspace.uid }),
    meta: { failure: t('secret.failed'), kept: t('secret.kept') },
    onSuccess: async ({ workspaceSecret }) => {
      question.close();
      setSecret(workspaceSecret);
      await queryClient.invalidateQueries({ queryKey: query.workspaces.key() });
    },
  });
  // A new workspace has no secret before somebody asks for one.
  const isMade = workspace.secretLast4 !== '';
  const verb = isMade ? t('secret.makeNew') : t('secret.make');
  return (
    <FormSection title={t('secret.title')} description={t('secret.text')}>
      <TextInput
        label={t('secret.label')}
        value={isMade ? workspace.secretLast4.padStart(secretChars, '•') : t('secret.none')}
        readOnly
        description={isMade ? t('secret.known') : t('secret.unknown')}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      />
      {workspace.abilities.canRotateSecret && (
        <div>
          <Button
            variant="default"
            onClick={isMade ? question.open : () => rotation.mutate()}
            loading={!isAsking && rotation.isPending}
          >
            {verb}
          </Button>
        </div>
      )}
      {isMade && <CopyBlock label={t('secret.try')} value={firstCall(workspace, 'YOUR_SECRET')} />}
      <Docs workspace={workspace} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={question.close}
        title={t('secret.ask')}
        confirmLabel={t('secret.makeNew')}
        onConfirm={() => rotation.mutate()}
        isPending={rotation.isPending}
      >
        {t('secret.askText')}
      </ConfirmDialog>
      <SecretDialog
        secret={secret}
        title={t('secret.new')}
        label={t('secret.label')}
        text={t('secret.copyNow')}
        done={t('secret.done')}
        onClose={() => setSecret(null)}
      >
        <CopyBlock label={t('secret.try')} value={firstCall(workspace, secret ?? '')} />
        <Docs workspace={workspace} />
      </SecretDialog>
    </FormSection>
  );
}

function Docs({ workspace: { uid, region } }: { workspace: Workspace }) {
  const t = useTexts('workspaces');
  return (
    <div>
      <Anchor href={`/api/docs?workspace=${uid}&region=${region}`} target="_blank" rel="noopener" size="sm">
        {t('secret.docs')}
      </Anchor>
    </div>
  );
}
