import type { FlowValue, FlowVariable } from '@antiphon/contract/flow-parts';
import { limits } from '@antiphon/contract/limits';
import { NumberInput, Select, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useFlowEditing } from './flow-editing.ts';

interface ValueFieldProps {
  label: string;
  /** Of what it is compared with, or given to. */
  kind: FlowVariable['kind'];
  choices: readonly string[];
  value: FlowValue;
  onChange: (value: FlowValue) => void;
}

/** A value as such a variable holds it. */
export function ValueField({ label, kind, choices, value, onChange }: ValueFieldProps) {
  const t = useTexts('flow');
  const { mayShape } = useFlowEditing();
  const common = { 'aria-label': label, placeholder: label, disabled: !mayShape };
  if (kind === 'number')
    return (
      <NumberInput
        {...common}
        value={typeof value === 'number' ? value : ''}
        onChange={(given) => onChange(typeof given === 'number' ? given : '')}
      />
    );
  if (kind === 'boolean')
    return (
      <Select
        {...common}
        allowDeselect={false}
        data={[
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]}
        value={typeof value === 'boolean' ? String(value) : null}
        onChange={(given) => given && onChange(given === 'true')}
      />
    );
  if (kind === 'choice')
    return (
      <Select
        {...common}
        data={[...choices]}
        value={typeof value === 'string' && choices.includes(value) ? value : null}
        onChange={(given) => onChange(given ?? '')}
      />
    );
  return (
    <TextInput
      {...common}
      type={kind === 'date' ? 'date' : 'text'}
      dir="auto"
      maxLength={limits.flowTextCharsMax}
      value={typeof value === 'string' ? value : String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
