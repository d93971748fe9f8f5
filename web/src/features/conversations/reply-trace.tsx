import type { Trace } from '@antiphon/contract/conversations';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { formatCount } from '../../ui/format.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { PassageList } from '../knowledge/passage-list.tsx';
import { creditWords } from './credit-words.ts';
import styles from './reply-trace.module.css';
import { StageBar } from './stage-bar.tsx';

const outcomes: Record<Trace['outcome'], { tone: Tone; label: string }> = {
  answered: { tone: 'good', label: 'Answered' },
  unknown: { tone: 'warn', label: 'Did not know' },
  smalltalk: { tone: 'neutral', label: 'Small talk' },
  failed: { tone: 'bad', label: 'Failed' },
  stopped: { tone: 'neutral', label: 'Stopped' },
};

interface ReplyTraceProps {
  conversationId: string;
  messageId: string;
}

/** How one reply was made: what was found with its scores, the prompt, tokens, credits and where the time went. */
export function ReplyTrace({ conversationId, messageId }: ReplyTraceProps) {
  const trace = useQuery(
    query.conversations.getTrace.queryOptions({ input: { conversationId, messageId }, staleTime: Infinity }),
  );
  if (trace.isPending) return <FormSkeleton fields={2} />;
  if (trace.isError) {
    return toProblem(trace.error).status === 404 ? (
      <p className={styles.nothing}>There is no trace of this message.</p>
    ) : (
      <LoadFailure
        title="The trace could not be loaded."
        problem={toProblem(trace.error)}
        onRetry={() => void trace.refetch()}
      />
    );
  }
  const { outcome, model, credits, inputTokens, outputTokens, attempts, stages, question, retrieved, prompt } =
    trace.data;
  return (
    <div className={styles.trace}>
      <div className={styles.summary}>
        <StatusBadge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</StatusBadge>
        <span>{model.startsWith('builtin') ? 'Built-in model' : model}</span>
        <span className="tabular">{creditWords(credits)}</span>
        <span className="tabular">
          {formatCount(inputTokens)} tokens in, {formatCount(outputTokens)} out
        </span>
        {attempts > 1 && <span>{attempts} attempts</span>}
      </div>
      <StageBar stages={stages} />
      <section>
        <h4 className={styles.title}>Searched for</h4>
        <p className={styles.question}>{question || 'Nothing'}</p>
        {outcome === 'unknown' && <TeachLink question={question} />}
      </section>
      <section>
        <h4 className={styles.title}>
          Found <span className="tabular">{retrieved.length}</span>
        </h4>
        {retrieved.length === 0 ? (
          <p className={styles.nothing}>No passage fits the question.</p>
        ) : (
          <PassageList passages={retrieved} isDense />
        )}
      </section>
      <section>
        <h4 className={styles.title}>
          Prompt <span className="tabular">{prompt.length}</span>
        </h4>
        {prompt.length === 0 && <p className={styles.nothing}>No model was asked.</p>}
        <PromptParts prompt={prompt} />
      </section>
    </div>
  );
}

/** What the agent did not know can be taught on the spot. */
function TeachLink({ question }: { question: string }) {
  return (
    <Link
      from="/app/$region/agents/$agentId/$tab"
      params={(old) => ({ ...old, tab: 'kb' })}
      search={{ add: 'text', question }}
      className={styles.teach}
    >
      Add an answer
    </Link>
  );
}

function PromptParts({ prompt }: { prompt: Trace['prompt'] }) {
  return prompt.map(({ role, content }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a recorded prompt never changes its order
    <details key={index} className={styles.part}>
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
