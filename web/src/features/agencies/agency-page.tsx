import { useQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { AgencySettings } from './parts/agency-settings.tsx';
import { TrialStart } from './parts/trial-start.tsx';

/** The brand under which the workspace sells, or the start of the trial. */
export function AgencyPage() {
  const t = useTexts('agencies');
  const { uid } = useWorkspace();
  const view = useQuery(query.agencies.get.queryOptions({ input: { uid } }));
  return (
    <Page>
      <PageHeader title={t('title')} description={t('subtitle')} />
      {view.isPending && <FormSkeleton fields={5} />}
      {view.isError && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(view.error)} onRetry={() => void view.refetch()} />
      )}
      {view.isSuccess &&
        (view.data.agency === null ? (
          <TrialStart view={view.data} />
        ) : (
          <AgencySettings key={view.data.agency.ID} view={view.data} agency={view.data.agency} />
        ))}
    </Page>
  );
}
