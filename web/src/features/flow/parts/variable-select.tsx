import { Select } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useFlowEditing } from './flow-editing.ts';

interface VariableSelectProps {
  label: string;
  value: string;
  onChange: (name: string) => void;
  isLabelHidden?: boolean;
}

const NEW = '+';

/** One of the variables, or a new one: it is made by its name. */
export function VariableSelect({ label, value, onChange, isLabelHidden = false }: VariableSelectProps) {
  const t = useTexts('flow');
  const { flow, mayShape, changeFlow } = useFlowEditing();
  const names = flow.variables.map(({ name }) => name);
  const addNew = () => {
    for (let number = names.length + 1; ; number += 1) {
      const name = `value_${number}`;
      if (names.includes(name)) continue;
      changeFlow('', (now) => ({ ...now, variables: [...now.variables, { name, kind: 'text', choices: [] }] }));
      return onChange(name);
    }
  };
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      searchable
      disabled={!mayShape}
      placeholder={t('variables.choose')}
      // One that is gone is shown: what is wrong stands above.
      data={[...new Set([...names, ...(value === '' ? [] : [value])])]
        .map((name) => ({ value: name, label: name }))
        .concat({ value: NEW, label: t('variables.add') })}
      value={value === '' ? null : value}
      allowDeselect={false}
      onChange={(name) => (name === NEW ? addNew() : name !== null && onChange(name))}
    />
  );
}
