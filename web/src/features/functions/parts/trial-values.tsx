import type { FunctionInput } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useEditor } from './editor-context.ts';
import styles from './trial.module.css';

interface TrialValuesProps {
  values: Record<string, string>;
  /** By the name of the input. */
  faults: ReadonlyMap<string, string>;
  onChange: (name: string, value: string) => void;
}

/** A field for each input, as its kind asks for it. */
export function TrialValues({ values, faults, onChange }: TrialValuesProps) {
  const t = useTexts('function-trial');
  const { inputs } = useEditor().draft;
  if (inputs.length === 0) return <p className={styles.hint}>{t('noInputs')}</p>;
  return (
    <div className={styles.values}>
      {inputs.map((input, index) => (
        <TrialValue
          // biome-ignore lint/suspicious/noArrayIndexKey: the name of an input may be changed
          key={index}
          input={input}
          label={input.name || t('nameless', { number: index + 1 })}
          value={values[input.name] ?? ''}
          error={faults.get(input.name)}
          onChange={(value) => onChange(input.name, value)}
        />
      ))}
    </div>
  );
}

/** What is written in one way only. */
const SAMPLED = ['date', 'datetime', 'email', 'phone'] as const;

interface TrialValueProps {
  input: FunctionInput;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function TrialValue({ input, label, value, error, onChange }: TrialValueProps) {
  const t = useTexts('function-trial');
  const { name, kind, source, fixedValue, isRequired, choices } = input;
  if (source === 'fixed')
    return (
      <p className={styles.fixed}>
        <strong data-text="content">{label}</strong> {t('fixed', { value: fixedValue })}
      </p>
    );
  const shared = {
    label: <span data-text="content">{label}</span>,
    description: isRequired ? undefined : t('optional'),
    error,
    'data-value': name,
  };
  if (kind === 'boolean' || kind === 'choice')
    return (
      <Select
        {...shared}
        data={[
          { value: '', label: t('nothing') },
          ...(kind === 'boolean'
            ? [
                { value: 'true', label: t('yes') },
                { value: 'false', label: t('no') },
              ]
            : [...new Set(choices)].map((choice) => ({ value: choice, label: choice }))),
        ]}
        allowDeselect={false}
        value={value}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  if (kind === 'list')
    return (
      <Textarea
        {...shared}
        description={t('listHint')}
        autosize
        minRows={2}
        maxRows={8}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const sampled = SAMPLED.find((one) => one === kind);
  return (
    <TextInput
      {...shared}
      placeholder={sampled && t(`samples.${sampled}`)}
      maxLength={limits.functionValueCharsMax}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
