import { Button, Popover, Select, type SelectProps, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './list-filters.module.css';

const searchDelayMs = 300;

interface ListSearchProps {
  label: string;
  /** What is searched for; when it goes by another way, such as "Clear filters", the field empties. */
  value: string | undefined;
  onSearch: (words: string | undefined) => void;
  className?: string | undefined;
}

/** Words by which a list is narrowed, told a moment after the last key. */
export function ListSearch({ label, value, onSearch, className }: ListSearchProps) {
  const [words, setWords] = useState(value ?? '');
  const told = useRef(value);
  const tell = useDebouncedCallback((typed: string) => {
    told.current = typed.trim() || undefined;
    onSearch(told.current);
  }, searchDelayMs);
  useEffect(() => {
    if (value !== undefined || told.current === undefined) return;
    told.current = undefined;
    tell.cancel();
    setWords('');
  }, [value, tell]);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
      value={words}
      maxLength={100}
      onChange={({ currentTarget }) => {
        setWords(currentTarget.value);
        tell(currentTarget.value);
      }}
      className={className}
    />
  );
}

interface ListFiltersProps {
  /** What the panel is called. */
  title: string;
  /** What the button says, such as how many are set. */
  label: string;
  position: 'bottom-start' | 'bottom-end';
  /** The fields. */
  children: ReactNode;
}

/** The filters of a list, behind a button. */
export const ListFilters = ({ title, label, position, children }: ListFiltersProps) => (
  <Popover position={position} width={320} trapFocus returnFocus shadow="md">
    <Popover.Target>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}>
        {label}
      </Button>
    </Popover.Target>
    <Popover.Dropdown className={styles.filters} aria-label={title}>
      {children}
    </Popover.Dropdown>
  </Popover>
);

interface FilterChoiceProps extends Pick<SelectProps, 'label' | 'placeholder' | 'data' | 'nothingFoundMessage'> {
  value: string | undefined;
  /** What the button says that takes the choice back. */
  clearLabel: string;
  onChange: (value: string | undefined) => void;
}

/** One of some, or any. */
export const FilterChoice = ({ value, clearLabel, onChange, ...props }: FilterChoiceProps) => (
  <Select
    {...props}
    clearable
    clearButtonProps={{ 'aria-label': clearLabel }}
    comboboxProps={{ withinPortal: false }}
    value={value ?? null}
    onChange={(chosen) => onChange(chosen ?? undefined)}
  />
);

interface FilterDaysProps {
  labels: { from: string; to: string };
  /** Days such as 2026-02-28. */
  from: string | undefined;
  to: string | undefined;
  onChange: (part: { from?: string | undefined; to?: string | undefined }) => void;
}

/** From a day on, to a day, or both. */
export const FilterDays = ({ labels, from, to, onChange }: FilterDaysProps) => (
  <div className={styles.days}>
    <TextInput
      type="date"
      label={labels.from}
      max={to}
      value={from ?? ''}
      onChange={(event) => onChange({ from: event.currentTarget.value || undefined })}
    />
    <TextInput
      type="date"
      label={labels.to}
      min={from}
      value={to ?? ''}
      onChange={(event) => onChange({ to: event.currentTarget.value || undefined })}
    />
  </div>
);
