import { Alert, Anchor, Button, CopyButton, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { currentRegion, query, toProblem } from '../../api.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { widgetScript } from './widget-script.ts';
import styles from './widget-script-modal.module.css';

interface WidgetScriptModalProps {
  agentId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The script tag that puts the agent on a page. */
export function WidgetScriptModal({ agentId, isOpen, onClose }: WidgetScriptModalProps) {
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId }, enabled: isOpen }));
  const region = currentRegion();
  return (
    <Modal opened={isOpen} onClose={onClose} title="Widget Script" size={560}>
      {agent.isPending && <FormSkeleton fields={1} />}
      {agent.isError && (
        <LoadFailure
          title="The agent could not be loaded."
          problem={toProblem(agent.error)}
          onRetry={() => void agent.refetch()}
        />
      )}
      {agent.isSuccess && (
        <Stack gap="md">
          {!agent.data.isPublished && (
            <Alert color="yellow" variant="light" title="This agent is not published yet">
              The widget shows nothing until you publish the agent.
            </Alert>
          )}
          <Text c="var(--ui-muted)">
            Paste this before the closing body tag of every page that should show the agent. Later changes of the agent
            need no new script.
          </Text>
          <Script text={widgetScript(window.location.origin, region, agent.data)} />
          <Text size="sm" c="var(--ui-muted)">
            No page at hand?{' '}
            <Anchor fz={13} underline="always" href={`/${region}/prototype/${agentId}`} target="_blank" rel="noopener">
              Open the agent full page
            </Anchor>
          </Text>
        </Stack>
      )}
    </Modal>
  );
}

function Script({ text }: { text: string }) {
  return (
    <div className={styles.script}>
      <pre className={styles.code}>{text}</pre>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} stroke={2} /> : <IconCopy size={16} stroke={1.5} />}
          >
            {copied ? 'Copied' : 'Copy script'}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
