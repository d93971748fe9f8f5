import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { truncateChars } from '../../ui/format/format.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

const searchDelayMs = 200;
const shownChars = 40;

interface AgentFilterProps {
  className?: string | undefined;
  value: string | undefined;
  onChange: (agentId: string | undefined) => void;
  /** Of a form's field; a filter has none that is seen. */
  label?: string;
  placeholder?: string;
  error?: ReactNode;
}

/** One agent of however many there are: the server searches their names. */
export function AgentFilter({ value, onChange, className, label, placeholder, error }: AgentFilterProps) {
  const t = useTexts('sessions');
  const { uid } = useWorkspace();
  const [words, setWords] = useState('');
  const [searched] = useDebouncedValue(words.trim(), searchDelayMs);
  const chosen = useQuery(query.agents.get.queryOptions({ input: { id: value ?? '' }, enabled: value !== undefined }));
  // The chosen name stands in the field and is no search.
  const search = searched === truncateChars(chosen.data?.title ?? '', shownChars) ? '' : searched;
  const agents = useQuery(
    query.agents.list.queryOptions({
      input: { uid, search: search || undefined, sort: 'title', limit: 50 },
      placeholderData: keepPreviousData,
    }),
  );
  const found = (agents.data?.items ?? []).map(({ ID, title }) => ({
    value: ID as string,
    label: truncateChars(title, shownChars),
  }));
  const missing = value !== undefined && !found.some((agent) => agent.value === value);
  return (
    <Select
      {...(label === undefined ? { 'aria-label': t('filters.agent') } : { label })}
      placeholder={placeholder ?? t('filters.allAgents')}
      error={error}
      className={className}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filters.clearOne', { name: t('filters.agent') }) }}
      nothingFoundMessage={t('filters.noAgent')}
      // The server has searched.
      filter={({ options }) => options}
      onSearchChange={setWords}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      data={missing ? [{ value, label: truncateChars(chosen.data?.title ?? value, shownChars) }, ...found] : found}
    />
  );
}
