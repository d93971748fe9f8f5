import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { truncateChars } from '../../ui/format/format.ts';
import styles from '../../ui/page/switcher.module.css';

const AgentPicker = lazy(async () => ({ default: (await import('./parts/agent-picker.tsx')).AgentPicker }));

const shownChars = 20;

/** Agent dropdown of the top bar. */
export function AgentSwitcher({ agentId }: { agentId: string | null }) {
  const t = useTexts('shell');
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const selected = useQuery(query.agents.get.queryOptions({ input: { id: agentId ?? '' }, enabled: agentId !== null }));
  const title = agentId === null ? null : selected.data?.title;
  return (
    <Popover opened={isOpen} onChange={close} width={280} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={styles.target}
          data-chosen={title ? true : undefined}
          aria-haspopup="dialog"
          onClick={toggle}
        >
          {title && <VisuallyHidden>{t('agents.agent')} </VisuallyHidden>}
          <span
            className={title ? styles.name : `${styles.name} ${styles.placeholder}`}
            title={title ?? undefined}
            dir="auto"
          >
            {title ? truncateChars(title, shownChars) : t('agents.select')}
          </span>
          <IconSelector size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Suspense fallback={<div style={{ height: 92 }} />}>
          <AgentPicker agentId={agentId} onClose={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
