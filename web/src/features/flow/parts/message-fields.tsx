import type { NodeOf } from '@antiphon/contract/flow-parts';
import { isHttpsAddress } from '@antiphon/contract/flow-ports';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core';
import { IconLayoutCards, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { newPartId } from './new-parts.ts';
import { TextField } from './text-field.tsx';

type Choice = NodeOf<'message'>['choices'][number];

/** What is said, and the buttons under it. */
export function MessageFields({ node }: { node: NodeOf<'message'> }) {
  const t = useTexts('flow');
  const { mayShape, changeNode } = useFlowEditing();
  const put = (choices: typeof node.choices, field: string) => changeNode({ ...node, choices }, field);
  return (
    <>
      <TextField
        label={t('fields.said')}
        charsMax={limits.flowTextCharsMax}
        value={node.text}
        onChange={(text) => changeNode({ ...node, text }, 'text')}
      />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('fields.choices')}</legend>
        {node.choices.map((choice, index) => (
          <ChoiceFields
            key={choice.id}
            choice={choice}
            number={index + 1}
            onChange={(changed, field) => put(node.choices.with(index, changed), `${field} ${choice.id}`)}
            onRemove={() => put(node.choices.toSpliced(index, 1), '')}
          />
        ))}
        {mayShape && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.5} aria-hidden="true" />}
            disabled={node.choices.length >= limits.flowChoicesMax}
            onClick={() => put([...node.choices, { id: newPartId(), label: '', text: '', image: '', url: '' }], '')}
          >
            {t('fields.addChoice')}
          </Button>
        )}
      </fieldset>
    </>
  );
}

interface ChoiceFieldsProps {
  choice: Choice;
  number: number;
  onChange: (choice: Choice, field: string) => void;
  onRemove: () => void;
}

/** The words of a button; and what makes it a card, once there is any of it or it was asked for. */
function ChoiceFields({ choice, number, onChange, onRemove }: ChoiceFieldsProps) {
  const t = useTexts('flow');
  const { mayShape, mayWrite } = useFlowEditing();
  const [isOpen, setOpen] = useState(false);
  const isCard = isOpen || choice.text !== '' || choice.image !== '' || choice.url !== '';
  const line = (
    <div className={styles.line}>
      <TextInput
        aria-label={t('fields.choice', { number })}
        dir="auto"
        disabled={!mayWrite}
        maxLength={limits.flowNameCharsMax}
        value={choice.label}
        onChange={(event) => onChange({ ...choice, label: event.currentTarget.value }, 'choice')}
      />
      {mayShape && (
        <>
          <ActionIcon
            size={36}
            aria-label={t('fields.card', { number })}
            aria-pressed={isCard}
            onClick={() => {
              setOpen(!isCard);
              if (isCard) onChange({ ...choice, text: '', image: '', url: '' }, '');
            }}
          >
            <IconLayoutCards size={16} stroke={1.5} />
          </ActionIcon>
          <ActionIcon size={36} aria-label={t('fields.removeChoice', { number })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </>
      )}
    </div>
  );
  if (!isCard) return line;
  return (
    <div className={styles.card}>
      {line}
      <Textarea
        label={t('fields.cardText')}
        dir="auto"
        autosize
        minRows={2}
        disabled={!mayWrite}
        maxLength={limits.flowCardTextCharsMax}
        value={choice.text}
        onChange={(event) => onChange({ ...choice, text: event.currentTarget.value }, 'card')}
      />
      {(['image', 'url'] as const).map((field) => (
        <TextInput
          key={field}
          label={t(`fields.card_${field}`)}
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          disabled={!mayShape}
          maxLength={2_000}
          error={choice[field] === '' || isHttpsAddress(choice[field]) ? undefined : t('fields.addressInvalid')}
          value={choice[field]}
          onChange={(event) => onChange({ ...choice, [field]: event.currentTarget.value.trim() }, field)}
        />
      ))}
    </div>
  );
}
