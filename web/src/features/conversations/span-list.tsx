import type { Span } from '@antiphon/contract/conversations';
import { IconPlugConnected, IconRoute, IconShieldCheck } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { StatusBadge, type Tone } from '../../ui/states/status-badge.tsx';
import { nameOfWay } from '../flow-words/name-of-way.ts';
import styles from './reply-trace.module.css';

type FunctionSpan = Extract<Span, { kind: 'function' }>;

const TONES: Partial<Record<FunctionSpan['status'], Tone>> = { done: 'good', failed: 'bad', unknown: 'warn' };

/** What an answer took beside words: its way over the canvas, and the calls of other systems in their order. */
export function SpanList({ spans }: { spans: readonly Span[] }) {
  const t = useTexts('reply-trace');
  useTexts('flow');
  return (
    <section>
      <h4 className={styles.title}>{t('did')}</h4>
      <ol className={styles.spans}>
        {spans.map((span, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className={styles.span}>
            {span.kind === 'flow' && <Way nodes={span.nodes} />}
            {span.kind === 'guard' && <Guard span={span} />}
            {span.kind === 'function' && <Call span={span} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Way({ nodes }: { nodes: Extract<Span, { kind: 'flow' }>['nodes'] }) {
  return (
    <div className={styles.spanLine}>
      <IconRoute size={16} stroke={1.5} aria-hidden="true" />
      <span data-text="content" dir="auto">
        {nameOfWay(nodes)}
      </span>
    </div>
  );
}

function Guard({ span: { rule, what, count, outcome } }: { span: Extract<Span, { kind: 'guard' }> }) {
  const t = useTexts('reply-trace');
  return (
    <div className={styles.spanLine}>
      <IconShieldCheck size={16} stroke={1.5} aria-hidden="true" />
      <span>{t(`guards.${rule}`)}</span>
      {what !== '' && (
        <span data-text="content" dir="auto" className={styles.nothing}>
          {what}
        </span>
      )}
      <StatusBadge tone="warn">{t(`kept.${outcome}`)}</StatusBadge>
      {count > 1 && <span className="tabular">× {count}</span>}
    </div>
  );
}

function Call({ span: { name, status, ms, given, outputs } }: { span: FunctionSpan }) {
  const t = useTexts('reply-trace');
  return (
    <details>
      <summary className={styles.spanLine}>
        <IconPlugConnected size={16} stroke={1.5} aria-hidden="true" />
        <bdi dir="ltr">{name}</bdi>
        <StatusBadge tone={TONES[status] ?? 'neutral'}>{t(`calls.${status}`)}</StatusBadge>
        <span className="tabular">
          <bdi>{`${ms} ms`}</bdi>
        </span>
      </summary>
      <dl className={styles.spanParts}>
        <dt>{t('given')}</dt>
        <dd>
          <code dir="ltr">{given}</code>
        </dd>
        {outputs !== '' && (
          <>
            <dt>{t('outputs')}</dt>
            <dd>
              <code dir="ltr">{outputs}</code>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
