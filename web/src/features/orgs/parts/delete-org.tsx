import type { Org } from '@antiphon/contract/orgs';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCredits } from '../../../ui/format/format.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** Takes the org's people with it, and says how many. */
export function DeleteOrg({ org, onDone }: { org: Org; onDone: () => void }) {
  const t = useTexts('orgs');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [isOpen, dialog] = useDisclosure(false);
  const deletion = useMutation({
    mutationFn: () => api.orgs.delete({ uid, orgId: org.ID }),
    meta: { success: t('delete.done'), failure: t('delete.failed') },
    onSuccess: async () => {
      dialog.close();
      onDone();
      await Promise.all(
        [query.orgs.key(), query.workspaces.key(), query.billing.key()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return (
    <>
      <Button variant="default" c="var(--ui-bad)" onClick={dialog.open}>
        {t('delete.action')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={dialog.close}
        title={t('delete.title', { name: org.name })}
        confirmLabel={t('delete.action')}
        onConfirm={() => deletion.mutate()}
        isPending={deletion.isPending}
      >
        {t('delete.text', { count: org.clients })}
        {org.loadTokens > 0 && ` ${t('delete.credits', { credits: formatCredits(org.loadTokens) })}`}
      </ConfirmDialog>
    </>
  );
}
