import type { ClientMe } from '@antiphon/contract/client-sessions';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { showRefusal } from '../../ui/states/toasts.tsx';
import { useStatus } from './use-status.ts';

/** Opening the dashboard makes a client available; whoever looks at it in their place changes nothing of theirs. */
export function useArriving(me: ClientMe): void {
  const t = useTexts('client-shell');
  const status = useStatus();
  const isDone = useRef(false);
  const arrive = useEffectEvent(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (me.agents.length === 0) showRefusal(t(me.hasOrgAgents ? 'noAgents' : 'orgNoAgents'));
    else if (!me.isBlocked && me.abilities.canEditProfile && me.openedBy === null) status.mutate('online');
  });
  useEffect(() => arrive(), []);
}
