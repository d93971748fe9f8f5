import type { Credential } from '@antiphon/contract/credentials';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { cell } from '../../../ui/data-table.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { providerNames } from '../provider-names.ts';
import styles from './credentials.module.css';

interface CredentialRowProps {
  credential: Credential;
  mayWrite: boolean;
  onTest: () => void;
}

export function CredentialRow({ credential, mayWrite, onTest }: CredentialRowProps) {
  const { label, provider, baseURL, last4, lastUsedAt } = credential;
  return (
    <tr>
      <td>
        <div className={styles.label} title={label}>
          {label}
        </div>
        {baseURL !== '' && (
          <div className={styles.address} title={baseURL}>
            {baseURL}
          </div>
        )}
        <div className={styles.narrow}>{providerNames[provider]}</div>
      </td>
      <td className={cell.wideOnly}>{providerNames[provider]}</td>
      <td>
        <span className={styles.key}>
          <span aria-hidden="true">••••</span>
          <span className="tabular">{last4}</span>
        </span>
      </td>
      <td className={`${cell.wideOnly} ${cell.muted}`}>
        {lastUsedAt === null ? 'Never' : <RelativeTime date={lastUsedAt} />}
      </td>
      <td className={cell.number}>{mayWrite && <RowMenu credential={credential} onTest={onTest} />}</td>
    </tr>
  );
}

function RowMenu({ credential, onTest }: { credential: Credential; onTest: () => void }) {
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [isDeleting, dialog] = useDisclosure(false);
  const deletion = useMutation({
    mutationFn: () => api.credentials.delete({ uid, credentialId: credential.id }),
    meta: { success: 'Credential deleted.', failure: 'Failed to delete credential.', kept: 'Nothing was deleted.' },
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries({ queryKey: query.credentials.list.key() });
    },
  });
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${credential.label}`}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlugConnected size={16} stroke={1.5} aria-hidden="true" />} onClick={onTest}>
            Test credential
          </Menu.Item>
          <Menu.Item
            c="var(--ui-bad)"
            leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
            onClick={dialog.open}
          >
            Delete credential
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={dialog.close}
        title={`Delete "${credential.label}"?`}
        confirmLabel="Delete credential"
        onConfirm={() => deletion.mutate()}
        isPending={deletion.isPending}
      >
        The stored key is removed and cannot be read back. Agents that use it must be given another one first.
      </ConfirmDialog>
    </>
  );
}
