import type { ClientId } from '@antiphon/contract/ids';
import type { Org } from '@antiphon/contract/orgs';
import { ActionIcon, Button, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconSettings, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { Face } from '../../../ui/page/face.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { AssignedAgents } from './assigned-agents.tsx';
import { ClientList } from './client-list.tsx';
import styles from './clients.module.css';
import { dropAgent, useAssignments } from './use-assignments.ts';

interface OrgCardProps {
  org: Org;
  search: string | undefined;
  isOpenAtFirst: boolean;
  mayWrite: boolean;
  onInfo: () => void;
  onAdd: () => void;
  onEdit: (id: ClientId) => void;
}

/** An org with its agents; opened, its people. Agents can be dropped on it. */
export function OrgCard({ org, search, isOpenAtFirst, mayWrite, onInfo, onAdd, onEdit }: OrgCardProps) {
  const t = useTexts('clients');
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { forOrg } = useAssignments(org);
  return (
    <section
      className={styles.org}
      aria-label={org.name}
      {...dropAgent(mayWrite, (agentId) => forOrg.mutate({ agentId, isAssigned: true }))}
    >
      <header className={styles.orgHead}>
        <UnstyledButton className={styles.orgToggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Face src={org.squarePhotoURL} name={org.name} size={36} radius={8} />
          <span className={styles.person}>
            <span className={styles.name} title={org.name} data-text="content">
              {org.name}
            </span>
            <span className={styles.hint}>{t('clientCount', { count: org.clients })}</span>
          </span>
          {org.allowBilling && org.loadTokens < 1 && (
            <Tooltip label={t('noCreditsHint')} multiline maw={240}>
              <span>
                <StatusBadge tone="warn">{t('noCredits')}</StatusBadge>
              </span>
            </Tooltip>
          )}
          <IconChevronDown size={16} stroke={1.5} aria-hidden="true" data-open={isOpen || undefined} />
        </UnstyledButton>
        {mayWrite && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUserPlus size={14} stroke={1.5} aria-hidden="true" />}
              onClick={onAdd}
              aria-label={t('add.to', { name: org.name })}
            >
              {t('add.action')}
            </Button>
            <Tooltip label={t('orgInfo')}>
              <ActionIcon aria-label={t('orgInfoOf', { name: org.name })} onClick={onInfo}>
                <IconSettings size={18} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </header>
      <AssignedAgents
        name={org.name}
        assigned={org.agents}
        mayWrite={mayWrite}
        onChange={(agentId, isAssigned) => forOrg.mutate({ agentId, isAssigned })}
      />
      {isOpen && <ClientList org={org} search={search} mayWrite={mayWrite} onEdit={onEdit} />}
    </section>
  );
}
