import { ActionIcon, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconExternalLink, IconHistory, IconMessage2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { PublishDialog } from './parts/publish-dialog.tsx';
import styles from './publish-button.module.css';
import { usePublishing } from './use-publishing.ts';
import { useWorkingCopy } from './working-copy.tsx';

/** Publish, and its menu. It reads Published when what visitors get equals the working copy. */
export function PublishButton() {
  const { agent, isDirty } = useWorkingCopy();
  const navigate = useNavigate({ from: '/app/$region/agents/$agentId/$tab' });
  const [isNoteOpen, note] = useDisclosure(false);
  const { isPublishing, publish } = usePublishing();
  const isPublished = agent.isPublished && !agent.hasUnpublishedChanges && !isDirty;
  const { canPublish } = agent.abilities;
  return (
    <>
      <Button.Group>
        {canPublish && (
          <Button
            disabled={isPublished}
            loading={isPublishing}
            onClick={() => void publish('')}
            className={styles.main}
          >
            {isPublished ? 'Published' : 'Publish'}
          </Button>
        )}
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon
              variant={canPublish && !isPublished ? 'filled' : 'default'}
              color="accent"
              size={36}
              aria-label="More about publishing"
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
                Publish with note
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconHistory size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => void navigate({ search: (old) => ({ ...old, versions: true }) })}
            >
              Version history
            </Menu.Item>
            <Menu.Item
              component="a"
              href={`/${currentRegion()}/prototype/${agent.ID}`}
              target="_blank"
              rel="noopener"
              leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden="true" />}
            >
              View prototype
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <PublishDialog
        isOpen={isNoteOpen}
        onClose={note.close}
        isPending={isPublishing}
        onPublish={async (text) => {
          if (await publish(text)) note.close();
        }}
      />
    </>
  );
}
