import type { AccessKey } from '@antiphon/contract/access-keys';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay, formatExactDate } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './access-keys.module.css';
import { endOf } from './end-of.ts';
import { SCOPE_WORDS } from './scope-words.ts';

export function AccessKeyRow({ accessKey }: { accessKey: AccessKey }) {
  const t = useTexts('access-keys');
  const { name, scopes, last4, madeBy, isMine, lastUsedAt } = accessKey;
  return (
    <tr>
      <td>
        <div className={styles.name} title={name} data-text="content" dir="auto">
          {name}
        </div>
        {!isMine && (
          <div className={styles.by} title={madeBy} data-text="content" dir="auto">
            {madeBy}
          </div>
        )}
        <div className={styles.narrow}>
          <End accessKey={accessKey} />
        </div>
      </td>
      <td className={`${cell.wideOnly} ${styles.scopes}`}>
        {scopes.map((scope) => (
          <span key={scope}>{t(`scopes.${SCOPE_WORDS[scope]}`)}</span>
        ))}
      </td>
      <td>
        <span className={styles.key} dir="ltr">
          <span aria-hidden="true">••••</span>
          <span className="tabular">{last4}</span>
        </span>
      </td>
      <td className={`${cell.wideOnly} ${cell.muted}`}>
        {lastUsedAt === null ? t('never') : <RelativeTime date={lastUsedAt} />}
      </td>
      <td className={cell.wideOnly}>
        <End accessKey={accessKey} />
      </td>
      <td className={cell.number}>
        <Revoke accessKey={accessKey} />
      </td>
    </tr>
  );
}

function End({ accessKey }: { accessKey: AccessKey }) {
  const t = useTexts('access-keys');
  const date = new Date(accessKey.expiresAt);
  const end = endOf(accessKey, new Date());
  const day = formatDay(date);
  return (
    <span title={formatExactDate(date)}>
      {end === 'later' && day}
      {end === 'soon' && <StatusBadge tone="warn">{t('endsOn', { day })}</StatusBadge>}
      {end === 'over' && <StatusBadge tone="bad">{t('over')}</StatusBadge>}
    </span>
  );
}

function Revoke({ accessKey }: { accessKey: AccessKey }) {
  const t = useTexts('access-keys');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [isAsking, question] = useDisclosure(false);
  const revoking = useMutation({
    mutationFn: () => api.accessKeys.revoke({ uid, accessKeyId: accessKey.id }).catch(goneIsDone),
    meta: { success: t('revoke.done'), failure: t('revoke.failed') },
    onSuccess: question.close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.accessKeys.list.key() }),
  });
  return (
    <>
      <Tooltip label={t('revoke.action')}>
        <ActionIcon aria-label={t('revoke.of', { name: accessKey.name })} onClick={question.open}>
          <IconTrash size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={question.close}
        title={t('revoke.title', { name: accessKey.name })}
        confirmLabel={t('revoke.action')}
        onConfirm={() => revoking.mutate()}
        isPending={revoking.isPending}
      >
        {t('revoke.text')}
      </ConfirmDialog>
    </>
  );
}
