import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import styles from './parts/analytics.module.css';
import { type Days, findFault, presets } from './ranges.ts';
import { useRange } from './use-range.ts';

/** The range of a page. A range that cannot be drawn stays in its fields until it can. */
export function RangeBar() {
  const t = useTexts('analytics');
  const { choice, days, change } = useRange();
  return (
    <div className={styles.rangeBar}>
      <div className={styles.rangeChoices}>
        <SegmentedControl
          size="sm"
          aria-label={t('range.label')}
          value={choice}
          onChange={(value) => change(value === 'custom' ? days : { range: value })}
          data={[...presets, 'custom' as const].map((value) => ({ value, label: t(`range.${value}`) }))}
        />
      </div>
      {choice === 'custom' && <CustomDays key={`${days.from} ${days.to}`} days={days} onChange={change} />}
    </div>
  );
}

function CustomDays({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const t = useTexts('analytics');
  const [typed, setTyped] = useState(days);
  const fault = findFault(typed);
  const type = (part: Partial<Days>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (findFault(next) === null) onChange(next);
  };
  const error = fault === null || fault === 'incomplete' ? undefined : t(`range.${fault}`);
  return (
    <div className={styles.customDays}>
      <TextInput
        type="date"
        aria-label={t('range.from')}
        value={typed.from}
        onChange={(event) => type({ from: event.currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        type="date"
        aria-label={t('range.to')}
        value={typed.to}
        aria-invalid={error !== undefined}
        onChange={(event) => type({ to: event.currentTarget.value })}
      />
      {error !== undefined && (
        <span className={styles.rangeFault} role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
