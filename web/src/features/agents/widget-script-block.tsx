import type { Agent } from '@antiphon/contract/agents';
import { Alert, Anchor, Button, CopyButton, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { currentRegion } from '../../api.ts';
import { widgetScript } from './widget-script.ts';
import styles from './widget-script-block.module.css';

/** The script tag of an agent to copy, and what to do without a page. */
export function WidgetScript({ agent }: { agent: Agent }) {
  const region = currentRegion();
  const text = widgetScript(window.location.origin, region, agent);
  return (
    <Stack gap="md">
      {!agent.isPublished && (
        <Alert color="yellow" variant="light" title="This agent is not published yet">
          The widget shows nothing until you publish the agent.
        </Alert>
      )}
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
      <Text size="sm" c="var(--ui-muted)">
        No page at hand?{' '}
        <Anchor fz={13} underline="always" href={`/${region}/prototype/${agent.ID}`} target="_blank" rel="noopener">
          Open the agent full page
        </Anchor>
      </Text>
    </Stack>
  );
}
