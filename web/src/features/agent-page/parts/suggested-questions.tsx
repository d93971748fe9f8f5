import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './prompt-tab.module.css';

interface SuggestedQuestionsProps {
  questions: string[];
  errors: Record<string, string>;
  onChange: (questions: string[]) => void;
}

const charsMax = 120;

/** Questions that a visitor can choose instead of typing. */
export function SuggestedQuestions({ questions, errors, onChange }: SuggestedQuestionsProps) {
  const t = useTexts('agent-page');
  const id = useId();
  /** Focus follows what was moved or made, once it is drawn. */
  const focus = (part: string, index: number) =>
    requestAnimationFrame(() => document.getElementById(`${id}-${part}-${index}`)?.focus());
  const move = (from: number, to: number) => {
    onChange(questions.with(from, questions[to] ?? '').with(to, questions[from] ?? ''));
    // At either end the button of that direction rests, so that the other one takes the focus.
    focus(to < from ? (to === 0 ? 'down' : 'up') : to === questions.length - 1 ? 'up' : 'down', to);
  };
  return (
    <Input.Wrapper
      label={t('questions.title')}
      labelElement="div"
      description={t('questions.text', { max: limits.suggestedQuestionsMax })}
    >
      <ol className={styles.questions}>
        {questions.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a question has no identity but its place
          <li key={index} className={styles.question}>
            <TextInput
              id={`${id}-text-${index}`}
              aria-label={t('questions.one', { number: index + 1 })}
              value={question}
              maxLength={charsMax}
              error={errors[`suggestedQuestions.${index}`]}
              onChange={(event) => onChange(questions.with(index, event.currentTarget.value))}
            />
            <ActionIcon
              id={`${id}-up-${index}`}
              aria-label={t('questions.up', { number: index + 1 })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <IconArrowUp size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon
              id={`${id}-down-${index}`}
              aria-label={t('questions.down', { number: index + 1 })}
              disabled={index === questions.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <IconArrowDown size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('questions.remove', { number: index + 1 })}
              onClick={() => {
                onChange(questions.toSpliced(index, 1));
                focus('text', Math.max(0, index - 1));
              }}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        mt={questions.length > 0 ? 8 : 2}
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        disabled={questions.length >= limits.suggestedQuestionsMax}
        onClick={() => {
          onChange([...questions, '']);
          focus('text', questions.length);
        }}
      >
        {t('questions.add')}
      </Button>
    </Input.Wrapper>
  );
}
