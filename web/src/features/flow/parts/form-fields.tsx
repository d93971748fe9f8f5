import type { NodeOf } from '@antiphon/contract/flow-parts';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './flow.module.css';
import { useFlowEditing } from './flow-editing.ts';
import { newPartId } from './new-parts.ts';
import { TextField } from './text-field.tsx';
import { TriesField } from './tries-field.tsx';
import { VariableSelect } from './variable-select.tsx';

type Field = NodeOf<'form'>['fields'][number];

/** What is asked at once, and where it is kept. */
export function FormFields({ node }: { node: NodeOf<'form'> }) {
  const t = useTexts('flow');
  const { mayShape, mayWrite, changeNode } = useFlowEditing();
  const put = (fields: Field[], field: string) => changeNode({ ...node, fields }, field);
  return (
    <>
      <TextField
        label={t('fields.said')}
        charsMax={limits.flowTextCharsMax}
        value={node.text}
        onChange={(text) => changeNode({ ...node, text }, 'text')}
      />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('fields.fields')}</legend>
        {node.fields.map((field, index) => (
          <OneField
            key={field.id}
            field={field}
            number={index + 1}
            onChange={(changed, what) => put(node.fields.with(index, changed), `${what} ${field.id}`)}
            onRaise={() => put(node.fields.toSpliced(index, 1).toSpliced(index - 1, 0, field), '')}
            onRemove={() => put(node.fields.toSpliced(index, 1), '')}
          />
        ))}
        {mayShape && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.5} aria-hidden="true" />}
            disabled={node.fields.length >= limits.flowFieldsMax}
            onClick={() => put([...node.fields, { id: newPartId(), variable: '', label: '', isRequired: true }], '')}
          >
            {t('fields.addField')}
          </Button>
        )}
      </fieldset>
      <TextInput
        label={t('fields.button')}
        description={t('fields.buttonHint')}
        dir="auto"
        disabled={!mayWrite}
        maxLength={limits.functionButtonCharsMax}
        value={node.button}
        onChange={(event) => changeNode({ ...node, button: event.currentTarget.value }, 'button')}
      />
      <TriesField value={node.triesMax} onChange={(triesMax) => changeNode({ ...node, triesMax }, 'tries')} />
    </>
  );
}

interface OneFieldProps {
  field: Field;
  number: number;
  onChange: (field: Field, what: string) => void;
  onRaise: () => void;
  onRemove: () => void;
}

function OneField({ field, number, onChange, onRaise, onRemove }: OneFieldProps) {
  const t = useTexts('flow');
  const { mayShape, mayWrite } = useFlowEditing();
  return (
    <div className={styles.card}>
      <div className={styles.line}>
        <TextInput
          aria-label={t('fields.fieldLabel', { number })}
          placeholder={t('fields.fieldLabel', { number })}
          dir="auto"
          disabled={!mayWrite}
          maxLength={limits.flowNameCharsMax}
          value={field.label}
          onChange={(event) => onChange({ ...field, label: event.currentTarget.value }, 'label')}
        />
        {mayShape && (
          <>
            <ActionIcon
              size={36}
              aria-label={t('fields.raiseField', { number })}
              disabled={number === 1}
              onClick={onRaise}
            >
              <IconArrowUp size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon size={36} aria-label={t('fields.removeField', { number })} onClick={onRemove}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </>
        )}
      </div>
      <VariableSelect
        label={t('fields.into')}
        value={field.variable}
        onChange={(variable) => onChange({ ...field, variable }, 'variable')}
      />
      <Switch
        label={t('fields.required')}
        disabled={!mayShape}
        checked={field.isRequired}
        onChange={(event) => onChange({ ...field, isRequired: event.currentTarget.checked }, 'required')}
      />
    </div>
  );
}
