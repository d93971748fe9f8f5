import { limits } from '@antiphon/contract/limits';
import type { HoursRange } from '@antiphon/contract/opening-hours';
import { ActionIcon, Input, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { ClockField } from '../../../ui/fields/clock-field.tsx';
import { type Kind, kindOf, rangesOf, withAnother } from './schedule-draft.ts';
import styles from './schedules.module.css';

interface RangeFieldsProps {
  /** The day or date that they belong to. */
  label: string;
  ranges: HoursRange[];
  error: string | undefined;
  onChange: (ranges: HoursRange[]) => void;
}

/** Closed, all day, or up to three ranges of one day. */
export function RangeFields({ label, ranges, error, onChange }: RangeFieldsProps) {
  const t = useTexts('schedules');
  const kind = kindOf(ranges);
  const put = (index: number, part: Partial<HoursRange>) =>
    onChange(ranges.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <div className={styles.ranges}>
      <Select<Kind>
        aria-label={t('form.kindOf', { day: label })}
        allowDeselect={false}
        w={120}
        rightSectionWidth={26}
        styles={{ input: { paddingInline: '10px 26px' } }}
        value={kind}
        data={(['hours', 'whole', 'closed'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={(next) => next !== null && next !== kind && onChange(rangesOf(next))}
      />
      {kind === 'hours' && (
        <div className={styles.times}>
          {ranges.map(({ from, to }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a range has no identity but its place
            <div key={index} className={styles.range}>
              <ClockField
                aria-label={t('form.from', { day: label })}
                error={error !== undefined}
                value={from}
                onChange={(time) => put(index, { from: time })}
              />
              <span aria-hidden="true">–</span>
              <ClockField
                aria-label={t('form.to', { day: label })}
                error={error !== undefined}
                value={to}
                onChange={(time) => put(index, { to: time })}
              />
              {index === 0 ? (
                <ActionIcon
                  size={28}
                  aria-label={t('form.addRange', { day: label })}
                  disabled={ranges.length >= limits.hoursRangesMax}
                  onClick={() => onChange(withAnother(ranges))}
                >
                  <IconPlus size={16} stroke={1.5} />
                </ActionIcon>
              ) : (
                <ActionIcon
                  size={28}
                  aria-label={t('form.removeRange', { day: label })}
                  onClick={() => onChange(ranges.toSpliced(index, 1))}
                >
                  <IconX size={16} stroke={1.5} />
                </ActionIcon>
              )}
            </div>
          ))}
        </div>
      )}
      {error !== undefined && (
        <Input.Error role="alert" className={styles.problem}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
