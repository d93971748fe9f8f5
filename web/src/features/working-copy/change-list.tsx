import { diffLines, diffWordsWithSpace } from 'diff';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { useFunctionNames } from '../function-names/use-function-names.ts';
import { useScheduleName } from '../schedules/use-schedule-name.ts';
import styles from './change-list.module.css';
import type { Change } from './describe-changes.ts';

/** Differences field by field; long texts line by line. Removed and added are told by sign and colour. */
export function ChangeList({ changes, emptyText }: { changes: Change[]; emptyText: string }) {
  if (changes.length === 0) return <p className={styles.nothing}>{emptyText}</p>;
  return (
    <ul className={styles.list}>
      {changes.map((change) => (
        <li key={change.path} className={styles.change}>
          <div className={styles.label}>
            <span className={styles.place}>{change.place}</span> {change.label}
          </div>
          {change.path === 'handoff.scheduleId' ? (
            <ScheduleValues {...change} />
          ) : change.path === 'flow' ? (
            <CanvasLines {...change} />
          ) : change.path === 'functions' ? (
            <FunctionLines {...change} />
          ) : change.kind === 'long' ? (
            <TextDiff {...change} />
          ) : (
            <Values {...change} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ScheduleValues(change: Change) {
  const nameOf = useScheduleName();
  return <Values {...change} before={nameOf(change.before)} after={nameOf(change.after)} />;
}

const FlowLines = lazy(async () => ({ default: (await import('../flow-words/flow-lines.tsx')).FlowLines }));

function CanvasLines(change: Change) {
  const named = useFunctionNames();
  return (
    <Suspense>
      <FlowLines {...change}>
        {(before, after) => <TextDiff {...change} before={named(before)} after={named(after)} />}
      </FlowLines>
    </Suspense>
  );
}

function FunctionLines(change: Change) {
  const named = useFunctionNames();
  return <TextDiff {...change} before={named(change.before)} after={named(change.after)} />;
}

function Values({ before, after }: Change) {
  const t = useTexts('working-copy');
  return (
    <div className={styles.lines}>
      <del className={styles.removed}>{before === '' ? <i>{t('empty')}</i> : before}</del>
      <ins className={styles.added}>{after === '' ? <i>{t('empty')}</i> : after}</ins>
    </div>
  );
}

const aroundShown = 2;

/** Two texts, line by line; of one line each, word by word. */
export function TextDiff({ before, after }: Pick<Change, 'before' | 'after'>) {
  const parts = diffLines(ended(before), ended(after));
  // One line against one line: the words tell more.
  if (!before.includes('\n') && !after.includes('\n') && before !== '' && after !== '') {
    return (
      <p className={styles.words}>
        {keyed(diffWordsWithSpace(before, after)).map(({ key, part }) =>
          part.added ? (
            <ins key={key}>{part.value}</ins>
          ) : part.removed ? (
            <del key={key}>{part.value}</del>
          ) : (
            <span key={key}>{part.value}</span>
          ),
        )}
      </p>
    );
  }
  return (
    <div className={styles.lines}>
      {keyed(parts).map(({ key, part }, index) => {
        if (part.added) return <Block key={key} of={ins} lines={linesOf(part.value)} />;
        if (part.removed) return <Block key={key} of={del} lines={linesOf(part.value)} />;
        return <Same key={key} lines={linesOf(part.value)} isFirst={index === 0} isLast={index === parts.length - 1} />;
      })}
    </div>
  );
}

const ins = { Tag: 'ins', name: styles.added } as const;
const del = { Tag: 'del', name: styles.removed } as const;

function Block({ of: { Tag, name }, lines }: { of: typeof ins | typeof del; lines: string[] }) {
  return keyed(lines).map(({ key, part }) => (
    <Tag key={key} className={name}>
      {part || ' '}
    </Tag>
  ));
}

/** What did not change is shown only around what did. */
function Same({ lines, isFirst, isLast }: { lines: string[]; isFirst: boolean; isLast: boolean }) {
  const t = useTexts('working-copy');
  const head = isFirst ? [] : lines.slice(0, aroundShown);
  const tail = isLast ? [] : lines.slice(Math.max(head.length, lines.length - aroundShown));
  const hidden = lines.length - head.length - tail.length;
  return (
    <>
      {head.length > 0 && <span className={styles.same}>{head.join('\n')}</span>}
      {hidden > 0 && <span className={styles.gap}>{t('linesAsBefore', { count: hidden })}</span>}
      {tail.length > 0 && <span className={styles.same}>{tail.join('\n')}</span>}
    </>
  );
}

/** A last line that only lacks its end is the same line. */
const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');

/** Parts have no identity but their order. */
const keyed = <Part,>(parts: Part[]) => parts.map((part, index) => ({ key: `part-${index}`, part }));
