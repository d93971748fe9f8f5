import type { Workspace } from '@antiphon/contract/workspaces';
import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useMay } from '../use-workspace.ts';

const secretChars = 20;

/** The bearer key of the API: masked, replaced after a question, and shown once when it is new. */
export function SecretSection({ workspace }: { workspace: Workspace }) {
  const mayRotate = useMay('credentials.write');
  const queryClient = useQueryClient();
  const [isAsking, question] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotation = useMutation({
    mutationFn: () => api.workspaces.rotateSecret({ uid: workspace.uid }),
    meta: { failure: 'Failed to make a new secret.', kept: 'The secret in use stays valid.' },
    onSuccess: async ({ workspaceSecret }) => {
      question.close();
      setSecret(workspaceSecret);
      await queryClient.invalidateQueries({ queryKey: query.workspaces.key() });
    },
  });
  // A new workspace has no secret before somebody asks for one.
  const isMade = workspace.secretLast4 !== '';
  const verb = isMade ? 'Make a new secret' : 'Make a secret';
  return (
    <FormSection title="Workspace secret" description="The bearer key with which your own programs call the API.">
      <TextInput
        label="Secret"
        value={isMade ? workspace.secretLast4.padStart(secretChars, '•') : 'None yet'}
        readOnly
        description={
          isMade
            ? 'Only the last four characters are known. A new secret is shown once.'
            : 'A secret is shown once, when it is made.'
        }
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      />
      {mayRotate && (
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
      <ConfirmDialog
        isOpen={isAsking}
        onClose={question.close}
        title="Make a new secret?"
        confirmLabel="Make a new secret"
        onConfirm={() => rotation.mutate()}
        isPending={rotation.isPending}
      >
        The secret in use ends at once. Programs that call the API with it fail until they are given the new one.
      </ConfirmDialog>
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title="Your new secret"
        size={480}
        closeOnClickOutside={false}
      >
        <Notice>Copy it now. It is shown this one time.</Notice>
        <CopyField label="Secret" value={secret ?? ''} />
        <Button mt="lg" onClick={() => setSecret(null)}>
          Done
        </Button>
      </Modal>
    </FormSection>
  );
}
