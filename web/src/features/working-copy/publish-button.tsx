import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconChevronDown, IconExternalLink, IconHistory, IconMessage2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { useOnceOpen } from '../../ui/forms/use-once-open.ts';
import { useCommands } from '../../ui/page/commands.ts';
import { PublishDialog } from './parts/publish-dialog.tsx';
import { publishedPath, workingCopyPath } from './prototype-path.ts';
import styles from './publish-button.module.css';
import { usePublishing } from './use-publishing.ts';
import { useWorkingCopy } from './working-copy.tsx';

const OverrideDialog = lazy(async () => ({ default: (await import('./parts/override-dialog.tsx')).OverrideDialog }));
const DiscardDialog = lazy(async () => ({ default: (await import('./parts/discard-dialog.tsx')).DiscardDialog }));

interface PublishButtonProps {
  /** Of all of the agent, with its history and its working copy full page; else of its prompt, and what else it is stays as it is. */
  isWhole?: boolean;
}

/** Publish, and its menu. It reads Published when what visitors get equals the working copy. */
export function PublishButton({ isWhole = true }: PublishButtonProps) {
  const t = useTexts('working-copy');
  const { agent, isDirty, mayWrite } = useWorkingCopy();
  const navigate = useNavigate({ from: '/app/$region/agents/$agentId/$tab' });
  const [isNoteOpen, note] = useDisclosure(false);
  const { isPublishing, publish, blocked, publishAnyway, giveUp } = usePublishing(isWhole);
  const isPublished = agent.isPublished && !agent.hasUnpublishedChanges && !isDirty;
  const { canPublish } = agent.abilities;
  const hasStaging = agent.stagingVersion !== null;
  const isAhead = isWhole && isPublished && hasStaging && agent.stagingVersion !== agent.publishedVersion;
  const label = t(hasStaging ? 'publishToStaging' : 'publish');
  const canDiscard = isWhole && mayWrite && agent.published !== null && !isPublished;
  const [isDiscardOpen, discard] = useDisclosure(false);
  const wasDiscardOpen = useOnceOpen(isDiscardOpen);
  const showVersions = () => void navigate({ search: (old) => ({ ...old, versions: true }) });
  const isOffered = canPublish && !isPublished;
  const page = { group: 'page' } as const;
  useCommands([
    ...(isOffered ? [{ ...page, id: 'publish', label, run: () => void publish('') }] : []),
    ...(isOffered ? [{ ...page, id: 'publish-with-note', label: t('publishWithNote'), run: note.open }] : []),
    ...(isWhole ? [{ ...page, id: 'versions', label: t('versionHistory'), run: showVersions }] : []),
    ...(canDiscard ? [{ ...page, id: 'discard', label: t('discard.confirm'), run: discard.open }] : []),
  ]);
  return (
    <>
      <Button.Group>
        {canPublish && (
          <Button
            disabled={isPublished && !isAhead}
            loading={isPublishing}
            onClick={isPublished ? showVersions : () => void publish('')}
            className={styles.main}
          >
            {isAhead ? t('promote') : isPublished ? t('published') : label}
          </Button>
        )}
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon
              variant={canPublish && (isAhead || !isPublished) ? 'filled' : 'default'}
              color="accent"
              size={36}
              aria-label={t('more')}
              className={canPublish ? styles.more : undefined}
            >
              <IconChevronDown size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canPublish && (
              <Menu.Item
                disabled={isPublished}
                leftSection={<IconMessage2 size={16} stroke={1.5} aria-hidden="true" />}
                onClick={note.open}
              >
                {t('publishWithNote')}
              </Menu.Item>
            )}
            {isWhole && (
              <Menu.Item leftSection={<IconHistory size={16} stroke={1.5} aria-hidden="true" />} onClick={showVersions}>
                {t('versionHistory')}
              </Menu.Item>
            )}
            {(isWhole || agent.isPublished) && (
              <Menu.Item
                component="a"
                href={isWhole ? workingCopyPath(agent.ID) : publishedPath(agent.ID)}
                target="_blank"
                rel="noopener"
                leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden="true" />}
              >
                {t('viewPrototype')}
              </Menu.Item>
            )}
            {canDiscard && (
              <Menu.Item
                leftSection={<IconArrowBackUp size={16} stroke={1.5} aria-hidden="true" className="mirrored" />}
                onClick={discard.open}
              >
                {t('discard.confirm')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <PublishDialog
        label={label}
        isOpen={isNoteOpen && !blocked}
        onClose={note.close}
        isPending={isPublishing}
        onPublish={async (text) => {
          if (await publish(text)) note.close();
        }}
      />
      {blocked && (
        <Suspense>
          <OverrideDialog
            reason={blocked.reason}
            isPending={isPublishing}
            onConfirm={() => {
              // Else it would stand there again.
              note.close();
              publishAnyway();
            }}
            onClose={giveUp}
          />
        </Suspense>
      )}
      {wasDiscardOpen && agent.published !== null && (
        <Suspense>
          <DiscardDialog published={agent.published} isOpen={isDiscardOpen} onClose={discard.close} />
        </Suspense>
      )}
    </>
  );
}
