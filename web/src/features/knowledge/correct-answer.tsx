import type { Message } from '@antiphon/contract/events';
import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useIsClient, useMay } from '../workspaces/use-workspace.ts';
import { askAsTest } from './ask-as-test.ts';
import styles from './correct-answer.module.css';
import { answerText, answerToKeep, questionBefore } from './corrected-turn.ts';
import { taughtLines } from './taught-lines.ts';
import { TeachForm } from './teach-form.tsx';

interface CorrectAnswerProps {
  agentId: string;
  messages: readonly Message[];
  /** The answer, by its place among them. */
  index: number;
}

/** Under an answer of the agent: what it should have said is taught, and the question is asked again. */
export function CorrectAnswer({ agentId, messages, index }: CorrectAnswerProps) {
  const t = useTexts('knowledge');
  const mayTeach = useMay('agents.write');
  const isClient = useIsClient();
  const [isOpen, drawer] = useDisclosure(false);
  const answer = messages[index];
  const question = questionBefore(messages, index);
  // A client has no test conversations to ask in.
  if (!mayTeach || isClient) return null;
  if (answer?.role !== 'agent' || question === '' || answer.state === 'queued' || answer.state === 'streaming')
    return null;
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-xs" fz={12} className={styles.button} onClick={drawer.open}>
        {t('correct.button')}
      </Button>
      <Drawer opened={isOpen} onClose={drawer.close} title={t('correct.drawer')} size={640}>
        <Correction agentId={agentId} question={question} answer={answer} />
      </Drawer>
    </>
  );
}

function Correction({ agentId, question, answer }: { agentId: string; question: string; answer: Message }) {
  const t = useTexts('knowledge');
  const queryClient = useQueryClient();
  const asking = useMutation({
    mutationFn: () => askAsTest(agentId, question),
    meta: { isFailureShown: true },
    // It cost a credit, and is a conversation like others.
    onSettled: () =>
      Promise.all(
        [query.conversations.list, query.conversations.listAll, query.workspaces.me].map(({ key }) =>
          queryClient.invalidateQueries({ queryKey: key() }),
        ),
      ),
  });
  if (asking.isIdle)
    return (
      <TeachForm
        agentId={agentId}
        question={taughtLines([question])}
        answer={answerToKeep(answer)}
        onSaved={() => asking.mutate()}
      />
    );
  return (
    <>
      <p className={styles.question}>
        <span className={styles.caption}>{t('correct.asked')}</span>
        <span data-text="content" dir="auto">
          {question}
        </span>
      </p>
      <div className={styles.pair}>
        <section className={styles.answer} aria-label={t('correct.before')}>
          <h3 className={styles.caption}>{t('correct.before')}</h3>
          <p data-text="content" dir="auto">
            {answerText(answer)}
          </p>
        </section>
        <section className={styles.answer} aria-label={t('correct.after')} aria-busy={asking.isPending}>
          <h3 className={styles.caption}>{t('correct.after')}</h3>
          {asking.isPending && <FormSkeleton fields={1} />}
          {asking.isError && (
            <LoadFailure
              title={t('correct.failed')}
              problem={toProblem(asking.error)}
              onRetry={() => asking.mutate()}
            />
          )}
          {asking.isSuccess && (
            <p data-text="content" dir="auto">
              {asking.data}
            </p>
          )}
        </section>
      </div>
    </>
  );
}
