import type { NodeOf } from '@antiphon/contract/flow-parts';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { newPartId } from './new-parts.ts';
import { TextField } from './text-field.tsx';

/** What is said, and the buttons under it. */
export function MessageFields({ node }: { node: NodeOf<'message'> }) {
  const t = useTexts('flow');
  const { mayShape, mayWrite, changeNode } = useFlowEditing();
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
          <div key={choice.id} className={styles.line}>
            <TextInput
              aria-label={t('fields.choice', { number: index + 1 })}
              dir="auto"
              disabled={!mayWrite}
              maxLength={limits.flowNameCharsMax}
              value={choice.label}
              onChange={(event) =>
                put(node.choices.with(index, { ...choice, label: event.currentTarget.value }), `choice ${choice.id}`)
              }
            />
            {mayShape && (
              <ActionIcon
                size={36}
                aria-label={t('fields.removeChoice', { number: index + 1 })}
                onClick={() => put(node.choices.toSpliced(index, 1), '')}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </div>
        ))}
        {mayShape && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.5} aria-hidden="true" />}
            disabled={node.choices.length >= limits.flowChoicesMax}
            onClick={() => put([...node.choices, { id: newPartId(), label: '' }], '')}
          >
            {t('fields.addChoice')}
          </Button>
        )}
      </fieldset>
    </>
  );
}
