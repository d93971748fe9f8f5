import type { CrawlLine } from '@antiphon/contract/crawls';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { DeleteCrawl } from './delete-crawl.tsx';
import { useCrawlActions } from './use-crawl-actions.ts';

/** What can be done with one; editing opens its own page. */
export function CrawlMenu({ line }: { line: CrawlLine }) {
  const t = useTexts('crawls');
  const navigate = useNavigate();
  const { run, pause } = useCrawlActions(line);
  const [isDeleting, deleting] = useDisclosure();
  const { id, agentId, title, state, isPaused, refreshRate } = line;
  const edit = () =>
    void navigate({
      to: '/app/$region/automations/$agentId/$docId',
      params: { region: currentRegion(), agentId, docId: id },
      search: { edit: true },
    });
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('actions.menu', { title })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconRefresh {...icon} />}
            disabled={state === 'running'}
            onClick={() => run.mutate()}
          >
            {t('actions.run')}
          </Menu.Item>
          {(refreshRate !== 'never' || isPaused) && (
            <Menu.Item
              leftSection={isPaused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
              onClick={() => pause.mutate()}
            >
              {isPaused ? t('actions.resume') : t('actions.pause')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={edit}>
            {t('actions.edit')}
          </Menu.Item>
          <Menu.Item color="var(--ui-bad)" leftSection={<IconTrash {...icon} />} onClick={deleting.open}>
            {t('actions.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteCrawl line={line} isOpen={isDeleting} onClose={deleting.close} />
    </>
  );
}
