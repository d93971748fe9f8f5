import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { SectionList } from '../../ui/forms/section-list.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { DeleteSection } from '../accounts/delete-section.tsx';
import { ExportSection } from '../accounts/export-section.tsx';
import { forgetPerson } from './forget-person.ts';
import { EmailSection } from './parts/email-section.tsx';
import { LanguageSection } from './parts/language-section.tsx';
import { NameSection } from './parts/name-section.tsx';
import { PasswordSection } from './parts/password-section.tsx';
import { SessionsSection } from './parts/sessions-section.tsx';

/** A person's own record, address, password, sessions, and the way out with everything. */
export function AccountPage() {
  const t = useTexts('identity');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = async (redirect?: string) => {
    await navigate({ to: '/login', search: { redirect } });
    await forgetPerson(queryClient);
  };
  const signInAgain = () => void leave(window.location.pathname);
  const profile = useQuery(query.identity.getProfile.queryOptions());
  return (
    <Page>
      <PageHeader title={t('account.title')} />
      {profile.isPending && <RowsSkeleton rows={6} />}
      {profile.isError && (
        <LoadFailure
          title={t('account.loadFailed')}
          problem={toProblem(profile.error)}
          onRetry={() => void profile.refetch()}
        />
      )}
      {profile.data && (
        <SectionList>
          <NameSection profile={profile.data} />
          <EmailSection profile={profile.data} onSignInAgain={signInAgain} />
          <LanguageSection />
          <PasswordSection hasPassword={profile.data.hasPassword} />
          <SessionsSection />
          <ExportSection />
          <DeleteSection email={profile.data.email} onDeleted={() => void leave()} onSignInAgain={signInAgain} />
        </SectionList>
      )}
    </Page>
  );
}
