import type { BoundFunction } from '@antiphon/contract/agents';
import type { FunctionId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { Anchor, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { BoundFunctionRow } from './parts/bound-function-row.tsx';
import styles from './parts/functions.module.css';

/** How often at most, until somebody says it. */
const CALLS = { callsPerConversation: 10, callsPerMinute: 60, callsPerDay: 1_000 } as const;

/** What an agent may call: functions of its workspace, each in one of its revisions. */
export function FunctionsSection() {
  const t = useTexts('agent-functions');
  useTexts('function-faults');
  const { uid } = useWorkspace();
  const { settings, errors, patch } = useWorkingCopy();
  const list = useQuery(query.functions.list.queryOptions({ input: { uid } }));
  const bound = settings.functions;
  const change = (functions: BoundFunction[]) => patch({ functions });
  const lines = list.data?.items ?? [];
  const free = lines.filter(({ id }) => !bound.some(({ functionId }) => functionId === id));
  const bind = (id: string | null) => {
    const line = lines.find((one) => one.id === id);
    if (line?.revision) change([...bound, { functionId: line.id, revision: line.revision, who: 'anyone', ...CALLS }]);
  };
  return (
    <FormSection title={t('title')} description={t('text')}>
      {list.isPending && <RowsSkeleton rows={1} />}
      {list.isError && !list.data && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
      )}
      {bound.length > 0 && (
        <ul className={`${styles.frames} ${styles.bound}`}>
          {bound.map((one, index) => (
            <BoundFunctionRow
              key={one.functionId}
              bound={one}
              line={lines.find(({ id }) => id === one.functionId)}
              isKnown={list.isSuccess}
              errorOf={(field) => errors[`functions.${index}.${field}`]}
              onChange={(changed) => change(bound.with(index, changed))}
              onRemove={() => change(bound.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      {list.isSuccess && lines.length === 0 && <Text c="var(--ui-muted)">{t('none')}</Text>}
      {lines.length > 0 && (
        <Select
          label={t('add')}
          description={t('addHint', { max: limits.agentFunctionsMax })}
          searchable
          disabled={free.length === 0 || bound.length >= limits.agentFunctionsMax}
          placeholder={free.length === 0 ? t('noneLeft') : undefined}
          value={null}
          error={errors.functions}
          data={free.map(({ id, name, revision }) => ({
            value: id satisfies FunctionId as string,
            label: revision === null ? t('draft', { name }) : name,
            disabled: revision === null,
          }))}
          onChange={bind}
        />
      )}
      <div>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/app/$region/integrations" params={{ region: currentRegion() }} {...props} />
          )}
        >
          {t('make')}
        </Anchor>
      </div>
    </FormSection>
  );
}
