import { isMessageKind } from '@antiphon/contract/campaign-words';
import { Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { clockChoices, dayNames } from '../campaign-words.ts';
import type { StepProps } from './step-props.ts';

const localDay = (date: string | null) => {
  if (date === null) return '';
  const at = new Date(date);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

/** At which hours people are called, from when on, and how many. `hasBegun`: when it begins is past. */
export function WhenStep({ campaign, onChange, hasBegun = false }: StepProps & { hasBegun?: boolean }) {
  const t = useTexts('campaigns');
  const { kind, days, fromMinute, toMinute, cap, startsAt } = campaign;
  return (
    <FormSection
      title={t(isMessageKind(kind) ? 'sms.when' : 'when.title')}
      description={t(kind === 'call' ? 'when.text' : `${kind}.whenText`)}
    >
      <Checkbox.Group
        label={t('when.days')}
        value={days.map(String)}
        onChange={(next) => next.length > 0 && onChange({ days: next.map(Number).sort() })}
      >
        <Group gap="sm" mt={6}>
          {dayNames().map((name, day) => (
            <Checkbox key={name} value={String(day + 1)} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group gap="sm" align="start" grow>
        <Select
          label={t('when.from')}
          allowDeselect={false}
          value={String(fromMinute)}
          onChange={(value) => value !== null && onChange({ fromMinute: Number(value) })}
          data={clockChoices().filter(({ value }) => Number(value) < toMinute)}
        />
        <Select
          label={t('when.to')}
          allowDeselect={false}
          value={String(toMinute)}
          onChange={(value) => value !== null && onChange({ toMinute: Number(value) })}
          data={clockChoices().filter(({ value }) => Number(value) > fromMinute)}
        />
      </Group>
      <NumberInput
        label={t('when.cap')}
        description={t(isMessageKind(kind) ? 'sms.capHint' : 'when.capHint')}
        placeholder={t('when.capAll')}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        value={cap ?? ''}
        onChange={(value) => onChange({ cap: value === '' ? null : Number(value) })}
      />
      {!hasBegun && (
        <TextInput
          type="date"
          label={t('when.starts')}
          description={t('when.startsHint')}
          value={localDay(startsAt)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ startsAt: value === '' ? null : new Date(`${value}T00:00:00`).toISOString() })
          }
        />
      )}
    </FormSection>
  );
}
