import { limits } from '@antiphon/contract/limits';
import { TextInput } from '@mantine/core';

type Values = Record<string, string>;

/** A field for each slot of the blueprint, under the name by which its texts call it. */
export function SlotFields({
  names,
  values,
  onChange,
}: {
  names: readonly string[];
  values: Values;
  onChange: (values: Values) => void;
}) {
  return names.map((name) => (
    <TextInput
      key={name}
      label={<span data-text="content">{name}</span>}
      maxLength={limits.slotValueCharsMax}
      value={values[name] ?? ''}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
    />
  ));
}
