import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { formatClock, readClock } from '../format/clock.ts';

interface ClockFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As '17:30'; empty where there is none. */
  value: string;
  onChange: (value: string) => void;
}

/** A time of day in the language that is shown: the browser's own field follows the browser's. */
export function ClockField({ value, onChange, ...rest }: ClockFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...rest}
      autoComplete="off"
      placeholder={formatClock('09:00')}
      value={typed ?? formatClock(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(readClock(currentTarget.value) ?? '');
      }}
      // What is no time stays, to be mended.
      onBlur={() => setTyped((text) => (text === null || text.trim() === '' || readClock(text) !== null ? null : text))}
    />
  );
}
