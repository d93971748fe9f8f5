import type { Agent, AgentEnvironment } from '@antiphon/contract/agents';
import { Anchor, Button, CopyButton, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { currentRegion } from '../../api.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { publishedPath } from '../working-copy/prototype-path.ts';
import { useScriptOrigin } from './use-script-origin.ts';
import { widgetScript } from './widget-script.ts';
import styles from './widget-script-block.module.css';

/** The script tag of an agent to copy, and for live what to do without a page. */
export function WidgetScript({ agent, environment = 'live' }: { agent: Agent; environment?: AgentEnvironment }) {
  const t = useTexts('widget-script');
  const region = currentRegion();
  const origin = useScriptOrigin();
  if (origin === null) return <FormSkeleton fields={1} />;
  const text = widgetScript(origin, region, agent, environment);
  return (
    <>
      {!agent.isPublished && <Notice title={t('unpublished')}>{t('unpublishedText')}</Notice>}
      <Stack gap="md">
        <div className={styles.script}>
          <pre className={styles.code} data-text="content" dir="auto">
            {text}
          </pre>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} stroke={2} /> : <IconCopy size={16} stroke={1.5} />}
              >
                {copied ? t('copied') : t('copy')}
              </Button>
            )}
          </CopyButton>
        </div>
        {agent.isPublished && environment === 'live' && (
          <Text size="sm" c="var(--ui-muted)">
            <RichText
              of="widget-script"
              text="noPage"
              tags={{
                link: (
                  <Anchor fz={13} underline="always" href={publishedPath(agent.ID)} target="_blank" rel="noopener" />
                ),
              }}
            />
          </Text>
        )}
      </Stack>
    </>
  );
}
