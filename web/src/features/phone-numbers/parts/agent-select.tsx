import type { AgentId } from '@antiphon/contract/ids';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

const searchDelayMs = 200;
const pageSize = 50;
const NOBODY = '';

interface AgentSelectProps {
  value: AgentId | null;
  /** Of the one that is chosen, which may not be among those that are found. */
  title: string;
  error: string | undefined;
  onChange: (value: AgentId | null) => void;
}

/** One of all agents, searched by the server. */
export function AgentSelect({ value, title, error, onChange }: AgentSelectProps) {
  const t = useTexts('calls');
  const { uid } = useWorkspace();
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), searchDelayMs);
  const nobody = { value: NOBODY, label: t('numbers.noAgent') };
  const [chosen, setChosen] = useState(value === null ? nobody : { value: value as string, label: title });
  // What stands in the field when it is opened looks for nothing.
  const asked = searched === '' || searched === chosen.label ? undefined : searched;
  const agents = useQuery(
    query.agents.list.queryOptions({
      input: { uid, search: asked, limit: pageSize },
      placeholderData: keepPreviousData,
    }),
  );
  const found = (agents.data?.items ?? []).map(({ ID, title: label }) => ({ value: ID as string, label }));
  const isKnown = chosen.value === NOBODY || found.some((one) => one.value === chosen.value);
  const data = [nobody, ...(isKnown ? [] : [chosen]), ...found];
  return (
    <Select
      label={t('numbers.agent')}
      searchable
      allowDeselect={false}
      value={value ?? NOBODY}
      error={error}
      data={data}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={(id, option) => {
        if (id === null) return;
        setChosen({ value: id, label: option.label });
        onChange(id === NOBODY ? null : (id as AgentId));
      }}
    />
  );
}
