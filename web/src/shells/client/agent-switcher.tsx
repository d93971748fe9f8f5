import type { ClientPath } from '@antiphon/contract/client-pages';
import type { AgentFace } from '@antiphon/contract/orgs';
import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSelector } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { truncateChars } from '../../ui/format/format.ts';
import { Face } from '../../ui/page/face.tsx';
import { switchedPath } from './client-paths.ts';
import styles from './switchers.module.css';

const SearchList = lazy(async () => ({ default: (await import('../../ui/lists/search-list.tsx')).SearchList }));

const shownChars = 30;
const listHeightPx = 255;

interface AgentSwitcherProps {
  agents: readonly AgentFace[];
  agentId: string;
  pages: readonly ClientPath[];
  /** Missing for those who may not. */
  onNew?: (() => void) | undefined;
}

/** Another agent opens at the place where this one stands. */
export function AgentSwitcher({ agents, agentId, pages, onNew }: AgentSwitcherProps) {
  const t = useTexts('client-shell');
  const router = useRouter();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [search, setSearch] = useState('');
  const chosen = agents.find(({ ID }) => ID === agentId);
  const found = agents.filter(({ title }) => title.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));
  const open = (id: string) => {
    close();
    setSearch('');
    router.history.push(switchedPath(router.state.location.pathname, id, pages));
  };
  return (
    <Popover opened={isOpen} onChange={close} width={300} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={styles.target} aria-haspopup="dialog" onClick={toggle}>
          <VisuallyHidden>{t('agent')}: </VisuallyHidden>
          <span className={styles.label} title={chosen?.title} data-text="content">
            {chosen ? truncateChars(chosen.title, shownChars) : t('chooseAgent')}
          </span>
          <IconSelector size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Suspense fallback={<div style={{ height: 92 }} />}>
          <SearchList
            label={t('searchAgents')}
            placeholder={t('searchAgents')}
            query={search}
            onQuery={setSearch}
            groups={[
              {
                items: found.map(({ ID, title, roundedImageURL }) => ({
                  id: ID,
                  label: truncateChars(title, shownChars),
                  title,
                  icon: <Face src={roundedImageURL} name={title} size={20} />,
                  isCurrent: ID === agentId,
                  run: () => open(ID),
                })),
              },
            ]}
            empty={t('noAgentMatch')}
            count={(count) => t('agentsFound', { count })}
            onClose={close}
            maxHeight={listHeightPx}
          />
        </Suspense>
        {onNew && (
          <UnstyledButton
            className={styles.more}
            onClick={() => {
              close();
              onNew();
            }}
          >
            <IconPlus size={16} stroke={1.5} aria-hidden="true" />
            {t('newAgent')}
          </UnstyledButton>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
