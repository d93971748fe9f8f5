import { limits } from '@antiphon/contract/limits';
import { SegmentedControl } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { type AnswerLine, answerLines, outputOf } from './answer-lines.ts';
import { focusField, useEditor } from './editor-context.ts';
import styles from './trial.module.css';

/** The words of an answer; where it is JSON, value by value as well. */
export function AnswerView({ text }: { text: string }) {
  const t = useTexts('function-trial');
  const [isRaw, setRaw] = useState(false);
  const read = answerLines(text);
  return (
    <>
      {read && (
        <SegmentedControl
          size="xs"
          aria-label={t('answer.title')}
          data={[
            { value: 'values', label: t('answer.values') },
            { value: 'raw', label: t('answer.raw') },
          ]}
          value={isRaw ? 'raw' : 'values'}
          onChange={(value) => setRaw(value === 'raw')}
        />
      )}
      {read && !isRaw ? (
        <Values {...read} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard
        <pre className={styles.raw} dir="ltr" data-text="content" tabIndex={0}>
          {text}
        </pre>
      )}
    </>
  );
}

/** Each value is a button that makes an output of it. One of them is in the order of Tab; arrows lead to the others. */
function Values({ lines, isCut }: { lines: AnswerLine[]; isCut: boolean }) {
  const t = useTexts('function-trial');
  const { draft, change, mayWrite } = useEditor();
  const { outputs } = draft.response;
  const [current, setCurrent] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const first = lines.find(({ kind }) => kind !== null)?.pointer ?? null;
  const pick = (line: AnswerLine) => {
    const known = outputs.findIndex(({ pointer }) => pointer === line.pointer);
    if (known >= 0) return focusField(`response.outputs.${known}.name`);
    if (outputs.length >= limits.functionOutputsMax) return setSaid(t('answer.full'));
    const output = outputOf(line, outputs);
    change((old) => ({ ...old, response: { ...old.response, outputs: [...old.response.outputs, output] } }));
    setSaid(t('answer.made', { name: output.name }));
  };
  return (
    <>
      {mayWrite && first !== null && <p className={styles.hint}>{t('answer.pick')}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons take the keys */}
      <div className={styles.lines} dir="ltr" onKeyDown={moveBetween}>
        {lines.map((line) => {
          const output = outputs.find(({ pointer }) => pointer === line.pointer);
          const isPickable = line.kind !== null && mayWrite;
          return (
            <div key={line.pointer} className={styles.line} style={{ paddingInlineStart: line.depth * 14 }}>
              {line.key !== '' && (
                <span className={styles.key} data-text="content">
                  {line.key}:{' '}
                </span>
              )}
              {isPickable ? (
                <button
                  type="button"
                  className={styles.value}
                  data-kind={line.kind}
                  data-pointer={line.pointer}
                  tabIndex={line.pointer === (current ?? first) ? 0 : -1}
                  aria-label={
                    output
                      ? t('answer.output', { line: `${line.key} ${line.text}`, name: output.name })
                      : t('answer.make', { line: `${line.key} ${line.text}` })
                  }
                  onFocus={() => setCurrent(line.pointer)}
                  onClick={() => pick(line)}
                >
                  <span data-text="content">{line.text}</span>
                </button>
              ) : (
                <span data-text="content">{line.text}</span>
              )}
              {output && (
                <span className={styles.chip} aria-hidden="true" data-text="content">
                  {output.name}
                </span>
              )}
            </div>
          );
        })}
      </div>
      {isCut && <p className={styles.hint}>{t('answer.more')}</p>}
      <p role="status" className={styles.said}>
        {said}
      </p>
    </>
  );
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function moveBetween(event: KeyboardEvent<HTMLDivElement>) {
  const step = STEPS[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  event.preventDefault();
  buttons[step(at, buttons.length)]?.focus();
}
