import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { WidgetScript } from './widget-script-block.tsx';

interface WidgetScriptModalProps {
  agentId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The script tag that puts the agent on a page. */
export function WidgetScriptModal({ agentId, isOpen, onClose }: WidgetScriptModalProps) {
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId }, enabled: isOpen }));
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
        <>
          <Text c="var(--ui-muted)" mb="md">
            Paste this before the closing body tag of every page that should show the agent. Later changes of the agent
            need no new script.
          </Text>
          <WidgetScript agent={agent.data} />
        </>
      )}
    </Modal>
  );
}
