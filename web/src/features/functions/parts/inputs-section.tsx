import type { FunctionInput, InputKind } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { fieldId, useEditor } from './editor-context.ts';
import styles from './functions.module.css';
import { Rows } from './rows.tsx';

// Written out: the schemas would bring their library into the page.
const KINDS: InputKind[] = [
  'text',
  'number',
  'integer',
  'boolean',
  'date',
  'datetime',
  'email',
  'phone',
  'choice',
  'list',
];
const SOURCES: FunctionInput['source'][] = ['model', 'said', 'fixed'];
const BLANK: FunctionInput = {
  name: '',
  kind: 'text',
  description: '',
  isRequired: true,
  source: 'model',
  fixedValue: '',
  choices: [],
};

/** What one call is given. */
export function InputsSection() {
  const t = useTexts('functions');
  const { draft, change } = useEditor();
  return (
    <FormSection title={t('sections.inputs')} description={t('hints.inputs', { sample: '{order}' })}>
      <Rows
        of="inputs"
        path="inputs"
        items={draft.inputs}
        max={limits.functionInputsMax}
        blank={BLANK}
        isFramed
        onChange={(inputs) => change((old) => ({ ...old, inputs }))}
      >
        {(input, index, put, name) => <InputFields input={input} index={index} onChange={put} row={name} />}
      </Rows>
    </FormSection>
  );
}

interface InputFieldsProps {
  input: FunctionInput;
  index: number;
  /** What the row is called. */
  row: string;
  onChange: (input: FunctionInput) => void;
}

function InputFields({ input, index, row, onChange }: InputFieldsProps) {
  const t = useTexts('functions');
  const { faultAt } = useEditor();
  const at = (field: keyof FunctionInput) => ({
    id: fieldId(`inputs.${index}.${field}`),
    error: faultAt(`inputs.${index}.${field}`),
    label: t(`labels.${field}`),
  });
  const patch = (part: Partial<FunctionInput>) => onChange({ ...input, ...part });
  return (
    <fieldset className={styles.pair} aria-label={row}>
      <TextInput
        {...at('name')}
        placeholder={t('samples.input')}
        dir="ltr"
        autoComplete="off"
        maxLength={40}
        value={input.name}
        onChange={(event) => patch({ name: event.currentTarget.value })}
      />
      <Select<InputKind>
        {...at('kind')}
        allowDeselect={false}
        data={KINDS.map((value) => ({ value, label: t(`inputKinds.${value}`) }))}
        value={input.kind}
        onChange={(kind) => kind && patch({ kind })}
      />
      <Select<FunctionInput['source']>
        {...at('source')}
        className={styles.half}
        allowDeselect={false}
        data={SOURCES.map((value) => ({ value, label: t(`sources.${value}`) }))}
        value={input.source}
        onChange={(source) => source && patch({ source })}
      />
      {input.source === 'fixed' && (
        <TextInput
          {...at('fixedValue')}
          className={styles.half}
          maxLength={limits.functionValueCharsMax}
          value={input.fixedValue}
          onChange={(event) => patch({ fixedValue: event.currentTarget.value })}
        />
      )}
      <TextInput
        {...at('description')}
        className={input.source === 'fixed' ? styles.whole : styles.half}
        maxLength={limits.functionPartCharsMax}
        value={input.description}
        onChange={(event) => patch({ description: event.currentTarget.value })}
      />
      {input.kind === 'choice' && (
        <TagsInput
          {...at('choices')}
          className={styles.whole}
          description={t('choicesHint')}
          maxTags={limits.functionChoicesMax}
          value={input.choices}
          onChange={(choices) => patch({ choices })}
        />
      )}
      {input.source !== 'fixed' && (
        <Checkbox
          className={styles.whole}
          label={t('labels.isRequired')}
          checked={input.isRequired}
          onChange={(event) => patch({ isRequired: event.currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}
