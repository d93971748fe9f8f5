import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { numberSeparators } from '../../../ui/format/format.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';

interface LimitFieldProps {
  label: string;
  /** Null is no limit. */
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
}

/** A monthly limit. Empty and 0 mean none, and taking a limit away is asked once more. */
export function LimitField({ label, value, error, onChange }: LimitFieldProps) {
  const t = useTexts('agent-page');
  const [before, setBefore] = useState(value);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <NumberInput
        label={label}
        placeholder={t('limit.none')}
        description={t('limit.hint')}
        min={0}
        allowDecimal={false}
        allowNegative={false}
        {...numberSeparators()}
        clampBehavior="none"
        w={200}
        value={value ?? ''}
        error={error}
        onFocus={() => setBefore(value)}
        onChange={(typed) => onChange(typed === '' || Number(typed) === 0 ? null : Number(typed))}
        onBlur={() => value === null && before !== null && setAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          onChange(before);
          setAsking(false);
        }}
        title={t('limit.ask', { label })}
        confirmLabel={t('limit.take')}
        onConfirm={() => {
          setBefore(null);
          setAsking(false);
        }}
      >
        {t('limit.askText')}
      </ConfirmDialog>
    </>
  );
}
