import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface LimitFieldProps {
  label: string;
  /** Null is no limit. */
  value: number | null;
  error: string | undefined;
  onChange: (value: number | null) => void;
}

/** A monthly limit. Empty and 0 mean none, and taking a limit away is asked once more. */
export function LimitField({ label, value, error, onChange }: LimitFieldProps) {
  const [before, setBefore] = useState(value);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <NumberInput
        label={label}
        placeholder="No limit"
        description="Left empty, there is no limit."
        min={0}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
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
        title={`Take the limit "${label}" away?`}
        confirmLabel="Take the limit away"
        onConfirm={() => {
          setBefore(null);
          setAsking(false);
        }}
      >
        The agent then answers without this limit, for as long as the workspace has credits.
      </ConfirmDialog>
    </>
  );
}
