import { NumberInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { useFlowEditing } from './flow-editing.ts';

/** How often somebody may answer what cannot be read. */
export function TriesField({ value, onChange }: { value: number; onChange: (tries: number) => void }) {
  const t = useTexts('flow');
  const { mayShape } = useFlowEditing();
  return (
    <NumberInput
      label={t('fields.tries')}
      description={t('fields.triesHint')}
      disabled={!mayShape}
      min={1}
      max={5}
      allowDecimal={false}
      clampBehavior="strict"
      value={value}
      onChange={(given) => typeof given === 'number' && onChange(given)}
    />
  );
}
