import type { WidgetAgent } from '@antiphon/contract/visitors';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { currentRegion } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import styles from './widget-frame.module.css';

/** What the frame says to a page of its own origin; other messages of it are not for this page. */
type FromFrame = { type: 'hello' } | { type: 'ready' } | { type: 'message' };

interface WidgetFrameProps {
  agentId: string;
  /** For screen readers. */
  title: string;
  /** What it looks like. A change is shown at once. */
  agent: WidgetAgent;
  /** A conversation that is led in it. Without one it is a preview that sends nothing. */
  conversation?: { conversationId: string; visitorToken: string };
  /** A message was sent or an answer is complete. */
  onMessage?: () => void;
}

const silenceMs = 10_000;

/** The very frame that visitors get, in an iframe of this origin. */
export function WidgetFrame({ agentId, title, agent, conversation, onMessage }: WidgetFrameProps) {
  const t = useTexts('playground');
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'silent'>('loading');
  const [attempt, setAttempt] = useState(0);
  const say = (message: object) => frame.current?.contentWindow?.postMessage(message, window.location.origin);
  const hear = useEffectEvent((event: MessageEvent) => {
    if (event.origin !== window.location.origin || event.source !== frame.current?.contentWindow) return;
    const heard = event.data as FromFrame | null;
    if (heard?.type === 'hello')
      say(conversation === undefined ? { type: 'preview', agent } : { type: 'session', ...conversation, agent });
    if (heard?.type === 'ready') setState('ready');
    if (heard?.type === 'message') onMessage?.();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has its own time
  useEffect(() => {
    window.addEventListener('message', hear);
    const timer = setTimeout(() => setState((old) => (old === 'ready' ? old : 'silent')), silenceMs);
    return () => {
      window.removeEventListener('message', hear);
      clearTimeout(timer);
    };
  }, [attempt]);
  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  const dress = useEffectEvent(() => say({ type: 'preview', agent }));
  const looks = JSON.stringify(agent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks are told apart by their content
  useEffect(() => {
    if (state === 'ready') dress();
  }, [looks, state]);
  return (
    <div className={styles.holder} data-state={state}>
      <iframe
        key={attempt}
        ref={frame}
        title={title}
        allow="microphone"
        src={`/widget/frame/${currentRegion()}/${encodeURIComponent(agentId)}?${conversation === undefined ? 'preview' : 'session'}=1`}
        className={styles.frame}
      />
      {state === 'silent' && (
        <div className={styles.silent}>
          <LoadFailure
            title={t('frameFailed')}
            problem={{ message: t('frameRetry'), requestId: null }}
            onRetry={retry}
          />
        </div>
      )}
    </div>
  );
}
