import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconFileText,
  IconFileUpload,
  IconLink,
  IconMessageCheck,
  IconPlus,
  IconSitemap,
  IconWorld,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { AddDrawer } from './parts/add-drawer.tsx';
import { DocumentDrawer } from './parts/document-drawer.tsx';
import { DocumentList } from './parts/document-list.tsx';
import styles from './parts/knowledge.module.css';
import { KnowledgeSearch } from './parts/knowledge-search.tsx';
import { UnansweredList } from './parts/unanswered-list.tsx';
import { useUploads } from './use-uploads.ts';

const here = '/app/$region/agents/$agentId/$tab';

/** What the agent answers from: its documents, a search as the agent does it, and what it could not answer. */
export function KnowledgeTab() {
  const { agent } = useWorkingCopy();
  const mayWrite = agent.abilities.canTeach;
  const { view, parent } = useSearch({ from: here });
  const uploads = useUploads();
  const t = useTexts('knowledge');
  return (
    <>
      {agent.isPublished && <p className={styles.live}>{t('live')}</p>}
      <div className={styles.bar}>
        <Views agentId={agent.ID} />
        {mayWrite && <AddMenu />}
      </div>
      {view === undefined && (
        // Another folder is another list: its search field starts anew.
        <DocumentList key={parent ?? ''} agentId={agent.ID} uploads={uploads} mayWrite={mayWrite} />
      )}
      {view === 'search' && <KnowledgeSearch agentId={agent.ID} />}
      {view === 'unanswered' && <UnansweredList agentId={agent.ID} mayWrite={mayWrite} />}
      {mayWrite && <AddDrawer agentId={agent.ID} uploads={uploads} />}
      <DocumentDrawer agentId={agent.ID} mayWrite={mayWrite} />
    </>
  );
}

const views = [
  { view: undefined, label: 'views.documents' },
  { view: 'search', label: 'views.search' },
  { view: 'unanswered', label: 'views.unanswered' },
] as const;

function Views({ agentId }: { agentId: string }) {
  const t = useTexts('knowledge');
  const unanswered = useQuery(query.unanswered.list.queryOptions({ input: { id: agentId, limit: 100 } }));
  const open = unanswered.data ? `${unanswered.data.items.length}${unanswered.data.nextCursor ? '+' : ''}` : '';
  return (
    <nav className={styles.views} aria-label={t('title')}>
      {views.map((item) => (
        <Link
          key={item.label}
          from={here}
          search={{ view: item.view }}
          className={styles.view}
          // Documents is the view without a name: a named one is not it.
          activeOptions={{ explicitUndefined: true }}
        >
          {t(item.label)}
          {item.view === 'unanswered' && open !== '' && open !== '0' && (
            <span className={`${styles.number} tabular`}>{open}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

const kinds = [
  { kind: 'qa', Icon: IconMessageCheck },
  { kind: 'text', Icon: IconFileText },
  { kind: 'files', Icon: IconFileUpload },
  { kind: 'url', Icon: IconLink },
  { kind: 'sitemap', Icon: IconSitemap },
  { kind: 'crawl', Icon: IconWorld },
] as const;

function AddMenu() {
  const t = useTexts('knowledge');
  const navigate = useNavigate({ from: here });
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
        >
          {t('add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ kind, Icon }) => (
          <Menu.Item
            key={kind}
            leftSection={<Icon size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => void navigate({ search: (old) => ({ ...old, add: kind, question: undefined }) })}
          >
            {t(`kinds.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
