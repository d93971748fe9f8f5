import { limits } from '@antiphon/contract/limits';
import type { ScheduleHours } from '@antiphon/contract/schedules';
import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts/texts.ts';
import { formatDay } from '../../../ui/format/format.ts';
import { inLanguageOf } from '../../../ui/format/in-language.ts';
import { RangeFields } from './range-fields.tsx';
import { copyMonday } from './schedule-draft.ts';
import styles from './schedules.module.css';

interface FieldsProps {
  hours: ScheduleHours;
  problems: Record<string, string>;
  onChange: (part: Partial<ScheduleHours>) => void;
}

/** A Monday. */
const MONDAY_MS = Date.UTC(2026, 10, 23);
const dayNames = inLanguageOf((locale) => {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(MONDAY_MS + day * 86_400_000));
});

export function WeekFields({ hours: { days }, problems, onChange }: FieldsProps) {
  const t = useTexts('schedules');
  return (
    <Input.Wrapper label={t('form.week')} labelElement="div" description={t('form.weekHint')}>
      <ul className={styles.days}>
        {dayNames().map((name, day) => (
          <li key={name} className={styles.day}>
            <span className={styles.name}>{name}</span>
            <RangeFields
              label={name}
              ranges={days[day] ?? []}
              error={problems[`days.${day}`]}
              onChange={(ranges) => onChange({ days: days.with(day, ranges) })}
            />
          </li>
        ))}
      </ul>
      <Button variant="default" mb={6} onClick={() => onChange({ days: copyMonday(days) })}>
        {t('form.copy')}
      </Button>
    </Input.Wrapper>
  );
}

export function ExceptionFields({ hours: { exceptions }, problems, onChange }: FieldsProps) {
  const t = useTexts('schedules');
  const put = (index: number, part: Partial<(typeof exceptions)[number]>) =>
    onChange({ exceptions: exceptions.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <Input.Wrapper label={t('form.exceptions')} labelElement="div" description={t('form.exceptionsHint')}>
      <ul className={styles.days}>
        {exceptions.map(({ date, ranges }, index) => {
          const name = date === '' ? t('form.newDate') : formatDay(new Date(`${date}T12:00:00`));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an exception has no identity but its place
            <li key={index} className={styles.exception}>
              <div className={styles.range}>
                <TextInput
                  type="date"
                  aria-label={t('form.date')}
                  value={date}
                  onChange={(event) => put(index, { date: event.currentTarget.value })}
                />
                <ActionIcon
                  aria-label={t('form.removeDate', { date: name })}
                  onClick={() => onChange({ exceptions: exceptions.toSpliced(index, 1) })}
                >
                  <IconTrash size={16} stroke={1.5} />
                </ActionIcon>
              </div>
              <RangeFields
                label={name}
                ranges={ranges}
                error={problems[`exceptions.${index}`]}
                onChange={(next) => put(index, { ranges: next })}
              />
            </li>
          );
        })}
      </ul>
      <Button
        variant="default"
        mb={6}
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        disabled={exceptions.length >= limits.scheduleExceptionsMax}
        onClick={() => onChange({ exceptions: [...exceptions, { date: '', ranges: [] }] })}
      >
        {t('form.addDate')}
      </Button>
    </Input.Wrapper>
  );
}
