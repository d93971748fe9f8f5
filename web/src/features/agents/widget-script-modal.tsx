import { Anchor, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { WidgetScript } from './widget-script-block.tsx';

interface WidgetScriptModalProps {
  agentId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The script tag that puts the agent on a page. */
export function WidgetScriptModal({ agentId, isOpen, onClose }: WidgetScriptModalProps) {
  const t = useTexts('widget-script');
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId }, enabled: isOpen }));
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('title')} size={560}>
      {agent.isPending && <FormSkeleton fields={1} />}
      {agent.isError && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(agent.error)} onRetry={() => void agent.refetch()} />
      )}
      {agent.isSuccess && (
        <>
          <Text c="var(--ui-muted)" mb="md">
            {t('text')}
          </Text>
          <WidgetScript agent={agent.data} />
          <Text size="sm" c="var(--ui-muted)" mt="md">
            <RichText
              of="widget-script"
              text="calls"
              tags={{
                link: <Anchor fz={13} underline="always" href="/api/docs#page" target="_blank" rel="noopener" />,
              }}
            />
          </Text>
        </>
      )}
    </Modal>
  );
}
