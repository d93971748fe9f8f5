import type { FunctionTrial, HttpFunction } from '@antiphon/contract/functions';
import { useTexts } from '../../../texts/texts.ts';
import { CopyBlock } from '../../../ui/fields/copy-block.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { AnswerView } from './answer-view.tsx';
import { toldWords } from './told-words.ts';
import styles from './trial.module.css';

interface TrialResultProps {
  trial: FunctionTrial;
  /** The function as it was tried, and the values that it was given. */
  of: HttpFunction;
  given: Record<string, string>;
  wasSent: boolean;
}

/** What was sent, what came back, and what an agent learns of it. */
export function TrialResult({ trial, of, given, wasSent }: TrialResultProps) {
  const t = useTexts('function-trial');
  const { request, answer, failure, result } = trial;
  return (
    <>
      {failure && (
        <Notice title={t(`failures.${failure.reason}`)}>
          <span data-text="content">{failure.message}</span> {t('answer.ms', { ms: failure.ms })}
        </Notice>
      )}
      {result && <Learned result={result} of={of} given={given} />}
      {answer && <Answer answer={answer} />}
      <CopyBlock label={wasSent ? t('request.sent') : t('request.previewed')} value={asText(request)} />
    </>
  );
}

function asText({ method, url, headers, body }: FunctionTrial['request']): string {
  const lines = [`${method} ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`)];
  return body === null ? lines.join('\n') : `${lines.join('\n')}\n\n${indented(body)}`;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

interface LearnedProps extends Pick<TrialResultProps, 'of' | 'given'> {
  result: NonNullable<FunctionTrial['result']>;
}

function Learned({ result, of, given }: LearnedProps) {
  const t = useTexts('function-trial');
  const { isOk, fault, outputs } = result;
  const own = isOk ? of.sentences.success : of.sentences.failure;
  const told = toldWords(own, of, { ...given, ...outputs });
  const names = Object.keys(outputs);
  return (
    <div className={styles.part} data-learned>
      <h3 className={styles.subtitle}>
        {t('result.title')}
        <StatusBadge tone={isOk ? 'good' : 'bad'}>{isOk ? t('result.ok') : t('result.failed')}</StatusBadge>
      </h3>
      {fault && <p className={styles.text}>{t(`faults.${fault}`)}</p>}
      {isOk && names.length === 0 && <p className={styles.hint}>{t('result.none')}</p>}
      {names.length > 0 && (
        <dl className={styles.outputs}>
          {names.map((name) => (
            <div key={name}>
              <dt data-text="content">{name}</dt>
              <dd>
                <Output value={outputs[name] ?? null} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {told !== '' && (
        <p className={styles.text}>
          {t('result.visitor')}{' '}
          <q data-text="content" dir="auto">
            {told}
          </q>
        </p>
      )}
    </div>
  );
}

function Output({ value }: { value: string | number | boolean | string[] | null }) {
  const t = useTexts('function-trial');
  if (value === null) return <i className={styles.missing}>{t('result.missing')}</i>;
  return (
    <span data-text="content" dir="auto">
      {Array.isArray(value) ? value.join(', ') : String(value)}
    </span>
  );
}

/** So many bytes of an answer are shown. */
const SHOWN_BYTES = 64 * 1024;

function Answer({ answer }: { answer: NonNullable<FunctionTrial['answer']> }) {
  const t = useTexts('function-trial');
  const { status, contentType, text, end, ms } = answer;
  const isCutShown = new TextEncoder().encode(text).length > SHOWN_BYTES - 4;
  return (
    <div className={styles.part} data-answer>
      <h3 className={styles.subtitle}>
        {t('answer.title')}
        <StatusBadge tone={status >= 200 && status < 300 ? 'good' : 'bad'}>
          {t('answer.status', { status })}
        </StatusBadge>
        <span className={styles.facts}>
          {t('answer.ms', { ms })}
          {contentType !== '' && (
            <>
              {' · '}
              <span data-text="content" dir="ltr">
                {contentType}
              </span>
            </>
          )}
        </span>
      </h3>
      {end !== 'whole' && <p className={styles.text}>{t(`ends.${end}`)}</p>}
      {isCutShown && <p className={styles.hint}>{t('answer.cutShown')}</p>}
      {text.trim() === '' ? <p className={styles.hint}>{t('answer.empty')}</p> : <AnswerView text={text} />}
    </div>
  );
}
