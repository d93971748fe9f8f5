import type { FunctionId } from '@antiphon/contract/ids';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { startEditing } from './parts/editor-state.ts';
import { FunctionEditor } from './parts/function-editor.tsx';

/** One function, with its trial beside it. */
export function FunctionPage() {
  const t = useTexts('functions');
  const { functionId } = useParams({ from: '/app/$region/integrations/$functionId' });
  const { uid } = useWorkspace();
  const one = useQuery(query.functions.get.queryOptions({ input: { uid, functionId: functionId as FunctionId } }));
  if (one.data) return <FunctionEditor key={functionId} start={startEditing(one.data)} read={one.data} />;
  if (one.isError && [400, 404].includes(toProblem(one.error).status))
    return (
      <Page>
        <EmptyState title={t('missing.title')} description={t('missing.text')} action={<BackToList />} />
      </Page>
    );
  return (
    <Page>
      {one.isError ? (
        <LoadFailure title={t('oneLoadFailed')} problem={toProblem(one.error)} onRetry={() => void one.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </Page>
  );
}

function BackToList() {
  const t = useTexts('functions');
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/app/$region/integrations" params={{ region: currentRegion() }} {...props} />}
    >
      {t('back')}
    </Button>
  );
}
