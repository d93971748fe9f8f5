import type { ClientMe } from '@antiphon/contract/client-sessions';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { showRefusal } from '../../ui/states/toasts.tsx';

/** Whoever opens a dashboard without an agent is told so. Online is who signs in; what they chose since outlives a page. */
export function useArriving(me: ClientMe): void {
  const t = useTexts('client-shell');
  const isDone = useRef(false);
  const arrive = useEffectEvent(() => {
    if (isDone.current) return;
    isDone.current = true;
    if (me.agents.length === 0) showRefusal(t(me.hasOrgAgents ? 'noAgents' : 'orgNoAgents'));
  });
  useEffect(() => arrive(), []);
}
