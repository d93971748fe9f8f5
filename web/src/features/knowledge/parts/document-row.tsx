import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { ActionIcon, Menu, Progress } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconDots,
  IconFile,
  IconFileText,
  IconLink,
  IconList,
  IconMessageCheck,
  IconPencil,
  IconRefresh,
  IconSitemap,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useAgentCounts } from '../use-agent-counts.ts';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';
import styles from './document-row.module.css';
import {
  contentWords,
  isReading,
  isSite,
  progressPercent,
  progressWords,
  rateWords,
  stateTones,
} from './document-words.ts';

const here = '/app/$region/agents/$agentId/$tab';
const icons = {
  text: IconFileText,
  qa: IconMessageCheck,
  file: IconFile,
  url: IconLink,
  page: IconLink,
  sitemap: IconSitemap,
  crawl: IconWorld,
};

interface DocumentRowProps {
  agentId: string;
  document: KnowledgeDocument;
  mayWrite: boolean;
}

export function DocumentRow({ agentId, document, mayWrite }: DocumentRowProps) {
  const t = useTexts('knowledge');
  const ui = useTexts('ui');
  const Icon = icons[document.kind];
  const details = [t(`kinds.${document.kind}`), contentWords(document)].filter(Boolean).join(ui('comma'));
  return (
    <tr>
      <td className={styles.main}>
        <div className={styles.line}>
          <Icon size={18} stroke={1.5} aria-hidden="true" />
          <div className={styles.words}>
            <Link
              from={here}
              search={(old) => (isSite(document) ? { parent: document.id } : { ...old, doc: document.id })}
              className={styles.title}
              data-text="content"
              dir="auto"
              title={document.title}
            >
              {document.title}
            </Link>
            <div className={styles.details} title={document.url ?? undefined}>
              {details}
            </div>
            {document.stateReason !== null && (
              <div
                className={document.state === 'ERROR' ? styles.reason : styles.warning}
                data-text="content"
                dir="auto"
              >
                {document.stateReason}
              </div>
            )}
          </div>
        </div>
      </td>
      <td className={styles.state}>
        <DocumentStateBadge document={document} />
      </td>
      <td className={`${cell.wideOnly} ${cell.muted} ${styles.short}`}>
        {document.url === null || document.kind === 'page' ? '' : rateWords(document.refreshRate)}
      </td>
      <td className={`${cell.wideOnly} ${cell.muted} ${styles.short}`}>
        {document.lastReadAt !== null && <RelativeTime date={document.lastReadAt} />}
      </td>
      <td className={styles.actions}>
        <RowMenu agentId={agentId} document={document} mayWrite={mayWrite} />
      </td>
    </tr>
  );
}

function DocumentStateBadge({ document }: { document: KnowledgeDocument }) {
  const t = useTexts('knowledge');
  const percent = progressPercent(document);
  return (
    <>
      <StatusBadge tone={stateTones[document.state]} isBusy={isReading(document)}>
        {t(`states.${document.state}`)}
      </StatusBadge>
      {isReading(document) && <div className={`${styles.progress} tabular`}>{progressWords(document)}</div>}
      {percent !== null && (
        <Progress value={percent} size={4} mt={4} aria-label={t('document.reading', { title: document.title })} />
      )}
    </>
  );
}

function RowMenu({ agentId, document, mayWrite }: DocumentRowProps) {
  const t = useTexts('knowledge');
  const ui = useTexts('ui');
  const navigate = useNavigate({ from: here });
  const refreshCounts = useAgentCounts(agentId);
  const [isDeleting, dialog] = useDisclosure(false);
  const reading = useMutation({
    mutationFn: () => api.knowledge.refresh({ id: agentId, docId: document.id }),
    meta: { failure: t('document.refreshFailed'), kept: t('document.refreshKept') },
    onSuccess: () => refreshCounts(),
  });
  const open = () => void navigate({ search: (old) => ({ ...old, doc: document.id }) });
  // What was typed here is read once: again only where that failed.
  const isRead = document.kind !== 'text' && document.kind !== 'qa';
  return (
    <>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon aria-label={t('document.actions', { title: document.title })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isSite(document) && (
            <Menu.Item
              leftSection={<IconList size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => void navigate({ search: { parent: document.id } })}
            >
              {t('document.showPages')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />} onClick={open}>
            {isSite(document) ? ui('edit') : mayWrite ? t('document.passagesAndEdit') : t('passages.title')}
          </Menu.Item>
          {mayWrite && (isRead || document.state === 'ERROR') && (
            <Menu.Item
              leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
              disabled={isReading(document) || reading.isPending}
              onClick={() => reading.mutate()}
            >
              {t('document.readAgain')}
            </Menu.Item>
          )}
          {mayWrite && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
              onClick={dialog.open}
            >
              {ui('delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteDocumentDialog agentId={agentId} document={document} isOpen={isDeleting} onClose={dialog.close} />
    </>
  );
}
