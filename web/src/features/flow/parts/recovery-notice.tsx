import { type Flow, Flow as FlowSchema } from '@antiphon/contract/flow-parts';
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { tryStorage } from '../../../ui/forms/try-storage.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { isSame } from '../../working-copy/edit-state.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useFlowEditing } from './flow-editing.ts';

const KEEP_AFTER_MS = 1_000;

const keyOf = (agentId: string) => `flow of ${agentId}`;

type Kept = { flow: Flow; atMs: number };

/** An unsaved flow of earlier, as after a browser that was closed; null where there is none, or it is what stands there. */
function findKept(agentId: string, flow: Flow | null): Kept | null {
  const text = tryStorage(() => localStorage.getItem(keyOf(agentId)));
  const kept = text ? tryStorage(() => JSON.parse(text) as Partial<Kept>) : null;
  const read = FlowSchema.safeParse(kept?.flow).data;
  return read && kept?.atMs && !isSame(read, flow) ? { flow: read, atMs: kept.atMs } : null;
}

/** Keeps an unsaved flow in the browser, and offers it where it was left unsaved. */
export function RecoveryNotice() {
  const t = useTexts('flow');
  const { agent, settings } = useWorkingCopy();
  const { change, mayWrite } = useFlowEditing();
  const [offered, setOffered] = useState(() => (mayWrite ? findKept(agent.ID, settings.flow) : null));
  const isChanged = !isSame(settings.flow, agent.settings.flow);
  useEffect(() => {
    if (offered) return;
    const timer = setTimeout(
      () =>
        tryStorage(() =>
          isChanged && settings.flow
            ? localStorage.setItem(keyOf(agent.ID), JSON.stringify({ flow: settings.flow, atMs: Date.now() }))
            : localStorage.removeItem(keyOf(agent.ID)),
        ),
      KEEP_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [agent.ID, settings.flow, isChanged, offered]);
  if (!offered) return null;
  return (
    <Notice>
      <p>
        <RichText of="flow" text="recovery.text" tags={{ time: <RelativeTime date={offered.atMs / 1_000} /> }} />
      </p>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          onClick={() => {
            change('', (now) => ({ ...now, flow: offered.flow }));
            setOffered(null);
          }}
        >
          {t('recovery.take')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setOffered(null)}>
          {t('recovery.drop')}
        </Button>
      </Group>
    </Notice>
  );
}
