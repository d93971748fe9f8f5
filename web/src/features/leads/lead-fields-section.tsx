import { isLeadColumn, LEAD_COLUMNS, LEAD_FIELD_TYPES, type LeadFieldShape } from '@antiphon/contract/lead-fields';
import { limits } from '@antiphon/contract/limits';
import { ActionIcon, Button, Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import styles from './parts/leads.module.css';

/** What the agent notes of its visitors. */
export function LeadFieldsSection() {
  const t = useTexts('leads');
  const id = useId();
  const { settings, errors, patch } = useWorkingCopy();
  const fields = settings.leadFields;
  const change = (leadFields: LeadFieldShape[]) => patch({ leadFields });
  const focus = (index: number) => requestAnimationFrame(() => document.getElementById(`${id}-${index}`)?.focus());
  return (
    <FormSection title={t('settings.title')} description={t('settings.text')}>
      {fields.length > 0 && (
        <ol className={styles.fieldList}>
          {fields.map((field, index) => (
            <FieldRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the key of a field may be changed
              key={index}
              id={`${id}-${index}`}
              field={field}
              errorOf={(part) => errors[`leadFields.${index}.${part}`]}
              onChange={(changed) => change(fields.with(index, changed))}
              onRemove={() => {
                change(fields.toSpliced(index, 1));
                focus(Math.max(0, index - 1));
              }}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          disabled={fields.length >= limits.leadFieldsMax}
          onClick={() => {
            change([...fields, newField(fields, t)]);
            focus(fields.length);
          }}
        >
          {t('settings.add')}
        </Button>
      </div>
    </FormSection>
  );
}

interface FieldRowProps {
  id: string;
  field: LeadFieldShape;
  errorOf: (part: string) => string | undefined;
  onChange: (field: LeadFieldShape) => void;
  onRemove: () => void;
}

function FieldRow({ id, field, errorOf, onChange, onRemove }: FieldRowProps) {
  const t = useTexts('leads');
  const { label, type, choices, isRequired, key } = field;
  return (
    <li className={styles.fieldRow}>
      <TextInput
        id={id}
        aria-label={t('settings.label')}
        placeholder={t('settings.label')}
        value={label}
        maxLength={60}
        error={errorOf('label')}
        onChange={(event) => onChange({ ...field, label: event.currentTarget.value })}
      />
      <Select
        aria-label={t('settings.type')}
        allowDeselect={false}
        disabled={isLeadColumn(key)}
        data={LEAD_FIELD_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={type}
        onChange={(value) => onChange({ ...field, type: (value ?? 'text') as LeadFieldShape['type'] })}
      />
      <Checkbox
        className={styles.asked}
        label={t('settings.asks')}
        checked={isRequired}
        onChange={(event) => onChange({ ...field, isRequired: event.currentTarget.checked })}
      />
      <ActionIcon mt={4} aria-label={t('settings.remove', { name: label || key })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
      {type === 'choice' && (
        <TagsInput
          className={styles.wideInput}
          label={t('settings.choices')}
          maxTags={limits.leadChoicesMax}
          value={choices}
          error={errorOf('choices')}
          onChange={(changed) => onChange({ ...field, choices: changed })}
        />
      )}
    </li>
  );
}

/** The first of the four that every lead has and the agent does not note yet, else one of its own. */
function newField(
  fields: readonly LeadFieldShape[],
  t: (key: `fields.${(typeof LEAD_COLUMNS)[number]}`) => string,
): LeadFieldShape {
  const keys = new Set(fields.map(({ key }) => key));
  const plain = { choices: [], isRequired: false };
  const column = LEAD_COLUMNS.find((key) => !keys.has(key));
  if (column) {
    const type = column === 'email' || column === 'phone' ? column : 'text';
    return { key: column, label: t(`fields.${column}`), type, ...plain };
  }
  const number = Array.from({ length: fields.length + 1 }, (_, at) => at + 1).find((at) => !keys.has(`field_${at}`));
  return { key: `field_${number}`, label: '', type: 'text', ...plain };
}
