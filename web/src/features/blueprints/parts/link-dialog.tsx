import { fillSlots } from '@antiphon/contract/blueprint-parts';
import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { AgentFilter } from '../../agent-choice/agent-filter.tsx';
import { ChangeList } from '../../working-copy/change-list.tsx';
import styles from './blueprints.module.css';
import { pushedChanges } from './pushed-changes.ts';
import { SlotFields } from './slot-fields.tsx';
import { useBlueprintCall } from './use-blueprint-call.ts';
import { useVersion } from './use-version.ts';

interface LinkDialogProps {
  id: string;
  version: number;
  slots: readonly string[];
  onClose: () => void;
}

/** Lets an agent follow that is there already; shown is what pushes will leave alone in it. */
export function LinkDialog({ id, version, slots, onClose }: LinkDialogProps) {
  const t = useTexts('blueprints');
  const ui = useTexts('ui');
  const [agentId, setAgentId] = useState<string>();
  const [values, setValues] = useState<Record<string, string>>({});
  const linking = useBlueprintCall((chosen: string) => api.blueprints.link({ id, agentId: chosen, slots: values }), {
    success: t('link.done'),
    failure: t('link.failed'),
  });
  return (
    <Modal opened onClose={onClose} title={t('link.title')} size={560}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (agentId !== undefined) linking.mutate(agentId, { onSuccess: onClose });
        }}
      >
        <p className={styles.muted}>{t('link.text', { version })}</p>
        <AgentFilter
          label={t('link.agent')}
          placeholder={t('link.choose')}
          value={agentId}
          onChange={(chosen) => setAgentId(chosen === id ? undefined : chosen)}
        />
        <SlotFields names={slots} values={values} onChange={setValues} />
        {agentId !== undefined && <Differences id={id} version={version} agentId={agentId} values={values} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" loading={linking.isPending} disabled={agentId === undefined}>
            {t('link.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function Differences({
  id,
  version,
  agentId,
  values,
}: {
  id: string;
  version: number;
  agentId: string;
  values: Record<string, string>;
}) {
  const t = useTexts('blueprints');
  const blueprint = useVersion(id, version);
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId } }));
  if (blueprint.data === undefined || agent.data === undefined) return <FormSkeleton />;
  const base = fillSlots(blueprint.data.settings, values);
  return (
    <section>
      <h3 className={styles.heading}>{t('link.differences')}</h3>
      <div className={styles.changes}>
        <ChangeList changes={pushedChanges(base, agent.data.settings)} emptyText={t('link.same')} />
      </div>
    </section>
  );
}
