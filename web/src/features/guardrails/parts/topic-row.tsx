import type { RefusedTopic } from '@antiphon/contract/guardrails';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './guardrails.module.css';

interface TopicRowProps {
  id: string;
  number: number;
  topic: RefusedTopic;
  errorOf: (part: keyof RefusedTopic) => string | undefined;
  onChange: (topic: RefusedTopic) => void;
  onRemove: () => void;
}

/** What is not talked about: how visitors ask for it, and what the agent says then. */
export function TopicRow({ id, number, topic, errorOf, onChange, onRemove }: TopicRowProps) {
  const t = useTexts('guardrails');
  const { name, examples, answer } = topic;
  return (
    <li className={styles.topic}>
      <div className={styles.head}>
        <TextInput
          id={id}
          className={styles.name}
          label={t('topics.name')}
          maxLength={80}
          value={name}
          error={errorOf('name')}
          onChange={(event) => onChange({ ...topic, name: event.currentTarget.value })}
        />
        <ActionIcon
          className={styles.remove}
          aria-label={t('topics.remove', { name: name || String(number) })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </div>
      <TagsInput
        label={t('topics.examples')}
        description={t('topics.examplesHint')}
        // A sentence has commas.
        splitChars={[]}
        acceptValueOnBlur
        maxTags={limits.topicExamplesMax}
        value={examples}
        error={errorOf('examples')}
        onChange={(changed) => onChange({ ...topic, examples: changed })}
      />
      <Textarea
        label={t('topics.answer')}
        description={t('topics.answerHint')}
        autosize
        maxLength={1_000}
        value={answer}
        error={errorOf('answer')}
        onChange={(event) => onChange({ ...topic, answer: event.currentTarget.value })}
      />
    </li>
  );
}
