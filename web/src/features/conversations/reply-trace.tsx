import type { Trace } from '@antiphon/contract/conversations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { StatusBadge, type Tone } from '../../ui/states/status-badge.tsx';
import { PassageList } from '../knowledge/passage-list.tsx';
import { taughtLines } from '../knowledge/taught-lines.ts';
import { creditWords } from './credit-words.ts';
import styles from './reply-trace.module.css';
import { SpanList } from './span-list.tsx';
import { SpokenWaterfall, Waterfall } from './waterfall.tsx';

const tones: Record<Trace['outcome'], Tone> = {
  answered: 'good',
  unknown: 'warn',
  smalltalk: 'neutral',
  failed: 'bad',
  stopped: 'neutral',
};

interface ReplyTraceProps {
  conversationId: string;
  /** Where what it did not know can be taught. */
  agentId: string;
  messageId: string;
}

/** How one reply was made: what was found with its scores, the prompt, tokens, credits and where the time went. */
export function ReplyTrace({ conversationId, agentId, messageId }: ReplyTraceProps) {
  const t = useTexts('reply-trace');
  const trace = useQuery(
    query.conversations.getTrace.queryOptions({ input: { conversationId, messageId }, staleTime: Infinity }),
  );
  if (trace.isPending) return <FormSkeleton fields={2} />;
  if (trace.isError) {
    return toProblem(trace.error).status === 404 ? (
      <p className={styles.nothing}>{t('none')}</p>
    ) : (
      <LoadFailure title={t('loadFailed')} problem={toProblem(trace.error)} onRetry={() => void trace.refetch()} />
    );
  }
  const {
    outcome,
    failure,
    failedModels = [],
    insteadOf,
    model,
    credits,
    inputTokens,
    outputTokens,
    attempts,
    question,
    retrieved,
    prompt,
    spans = [],
    spoken,
  } = trace.data;
  return (
    <div className={styles.trace}>
      <div className={styles.summary}>
        <StatusBadge tone={tones[outcome]}>{t(`outcomes.${outcome}`)}</StatusBadge>
        {model.startsWith('builtin') || model === 'taught' ? (
          <span>{t(model === 'taught' ? 'taught' : 'builtin')}</span>
        ) : (
          <span data-text="content" dir="auto">
            {model}
          </span>
        )}
        {insteadOf !== undefined && <span>{t('insteadOf', { model: insteadOf })}</span>}
        <span className="tabular">{creditWords(credits)}</span>
        <span className="tabular">{t('tokens', { input: inputTokens, output: outputTokens })}</span>
        {attempts > 1 && <span>{t('attempts', { count: attempts })}</span>}
      </div>
      {failure && (
        <Notice title={t(`failures.${failure.reason}`)}>
          {failure.message !== '' && (
            <span data-text="content" dir="auto">
              {failure.message}
            </span>
          )}
        </Notice>
      )}
      {failedModels.length > 0 && (
        <section>
          <h4 className={styles.title}>{t('before')}</h4>
          <ul className={styles.failed}>
            {failedModels.map(({ model: name, reason, message }) => (
              <li key={name}>
                <span data-text="content" dir="auto">
                  {name}
                </span>
                <span>{t(`failures.${reason}`)}</span>
                {message !== '' && (
                  <span data-text="content" dir="auto" className={styles.nothing}>
                    {message}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Waterfall trace={trace.data} />
      {spoken && (
        <section>
          <h4 className={styles.title}>{t('spoken')}</h4>
          {spoken.mode !== 'server' && <p className={styles.nothing}>{t(`spokenBy.${spoken.mode}`)}</p>}
          <SpokenWaterfall spoken={spoken} />
        </section>
      )}
      {spans.length > 0 && <SpanList spans={spans} />}
      <section>
        <h4 className={styles.title}>{t('searched')}</h4>
        <p className={styles.question}>
          {question === '' ? (
            t('nothingSearched')
          ) : (
            <span data-text="content" dir="auto">
              {question}
            </span>
          )}
        </p>
        {outcome === 'unknown' && <TeachLink agentId={agentId} question={question} />}
      </section>
      <section>
        <h4 className={styles.title}>
          {t('found')} <span className="tabular">{retrieved.length}</span>
        </h4>
        {retrieved.length === 0 ? (
          <p className={styles.nothing}>{t('noPassage')}</p>
        ) : (
          <PassageList passages={retrieved} isDense />
        )}
      </section>
      {outcome !== 'failed' && (
        <section>
          <h4 className={styles.title}>
            {t('prompt')} <span className="tabular">{prompt.length}</span>
          </h4>
          {prompt.length === 0 && <p className={styles.nothing}>{t('noModel')}</p>}
          <PromptParts prompt={prompt} />
        </section>
      )}
    </div>
  );
}

/** What the agent did not know can be taught on the spot. */
function TeachLink({ agentId, question }: { agentId: string; question: string }) {
  const t = useTexts('reply-trace');
  return (
    <Link
      to="/app/$region/agents/$agentId/$tab"
      params={{ region: currentRegion(), agentId, tab: 'kb' }}
      search={{ add: 'qa', question: taughtLines([question]) }}
      className={styles.teach}
    >
      {t('teach')}
    </Link>
  );
}

function PromptParts({ prompt }: { prompt: Trace['prompt'] }) {
  return prompt.map(({ role, content }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a recorded prompt never changes its order
    <details key={index} className={styles.part} data-text="content" dir="auto">
      <summary>
        <span className={styles.role}>{role}</span>
        <span className={styles.start}>{content.slice(0, 120)}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long prompt is scrolled by keyboard too */}
      <pre className={styles.content} tabIndex={0}>
        {content}
      </pre>
    </details>
  ));
}
