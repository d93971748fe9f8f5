import type { FunctionOutput, FunctionResponse } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { Input, Select, Switch, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { fieldId, useEditor } from './editor-context.ts';
import styles from './functions.module.css';
import { Rows } from './rows.tsx';

const KINDS: FunctionOutput['kind'][] = ['text', 'number', 'boolean', 'list'];
const BLANK: FunctionOutput = { name: '', kind: 'text', pointer: '', description: '' };
const POINTER_CHARS = 200;

/** When it counts as done, and what an agent learns of the answer. */
export function ResponseSection() {
  const t = useTexts('functions');
  const { draft, change, faultAt } = useEditor();
  const { success, outputs } = draft.response;
  const patch = (part: Partial<FunctionResponse>) =>
    change((old) => ({ ...old, response: { ...old.response, ...part } }));
  return (
    <FormSection title={t('sections.response')} description={t('hints.response')}>
      <Switch
        label={t('successLabels.switch')}
        checked={success !== null}
        onChange={(event) =>
          patch({ success: event.currentTarget.checked ? { pointer: '/ok', equals: 'true' } : null })
        }
      />
      {success && (
        <div className={styles.pair}>
          {(['pointer', 'equals'] as const).map((part) => (
            <TextInput
              key={part}
              id={fieldId(`response.success.${part}`)}
              label={t(`labels.${part}`)}
              dir="ltr"
              autoComplete="off"
              maxLength={POINTER_CHARS}
              value={success[part]}
              error={faultAt(`response.success.${part}`)}
              onChange={(event) => patch({ success: { ...success, [part]: event.currentTarget.value } })}
            />
          ))}
        </div>
      )}
      <Input.Wrapper
        label={t('labels.outputs')}
        labelElement="div"
        error={faultAt('response.outputs')}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        className={styles.list}
      >
        <Rows
          of="outputs"
          path="response.outputs"
          items={outputs}
          max={limits.functionOutputsMax}
          blank={BLANK}
          isFramed
          onChange={(items) => patch({ outputs: items })}
        >
          {(output, index, put, row) => <OutputFields output={output} index={index} row={row} onChange={put} />}
        </Rows>
      </Input.Wrapper>
    </FormSection>
  );
}

interface OutputFieldsProps {
  output: FunctionOutput;
  index: number;
  row: string;
  onChange: (output: FunctionOutput) => void;
}

function OutputFields({ output, index, row, onChange }: OutputFieldsProps) {
  const t = useTexts('functions');
  const { faultAt } = useEditor();
  const at = (field: keyof FunctionOutput) => ({
    id: fieldId(`response.outputs.${index}.${field}`),
    error: faultAt(`response.outputs.${index}.${field}`),
    label: t(`labels.${field}`),
  });
  return (
    <fieldset className={styles.pair} aria-label={row}>
      <TextInput
        {...at('name')}
        placeholder={t('samples.output')}
        dir="ltr"
        autoComplete="off"
        maxLength={40}
        value={output.name}
        onChange={(event) => onChange({ ...output, name: event.currentTarget.value })}
      />
      <Select<FunctionOutput['kind']>
        {...at('kind')}
        allowDeselect={false}
        data={KINDS.map((value) => ({ value, label: t(`inputKinds.${value}`) }))}
        value={output.kind}
        onChange={(kind) => kind && onChange({ ...output, kind })}
      />
      <TextInput
        {...at('pointer')}
        className={styles.whole}
        description={t('hints.pointer')}
        placeholder={t('samples.pointer')}
        dir="ltr"
        autoComplete="off"
        maxLength={POINTER_CHARS}
        value={output.pointer}
        onChange={(event) => onChange({ ...output, pointer: event.currentTarget.value })}
      />
      <TextInput
        {...at('description')}
        className={styles.whole}
        maxLength={limits.functionPartCharsMax}
        value={output.description}
        onChange={(event) => onChange({ ...output, description: event.currentTarget.value })}
      />
    </fieldset>
  );
}
