import type { Agency, AgencyView } from '@antiphon/contract/agencies';
import type { SendingDomain } from '@antiphon/contract/sending-domains';
import { IconMail } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { showSuccess } from '../../../ui/states/toasts.tsx';
import { AddSendingDomain } from './add-sending-domain.tsx';
import styles from './domain.module.css';
import { MailRecords } from './mail-records.tsx';
import { sayHow } from './record-words.ts';
import { SendingDomainState } from './sending-domain-state.tsx';

/** What the server found last is read so often; itself it looks more seldom. */
const LOOK_EVERY_MS = 5_000;
const VERIFIED_EVERY_MS = 60_000;

/** The domain from which the agency's mails leave: added, proved and removed at once, not with the form. */
export function EmailSection({ view, agency }: { view: AgencyView; agency: Agency }) {
  const t = useTexts('agency-email');
  // Before anything is drawn, so that nothing that stands already is hidden for it.
  useTexts('dns-records');
  const { resendEmailDomainId: id } = agency;
  const { canEdit } = view.abilities;
  const place = useRef<HTMLDivElement>(null);
  // What was pressed is gone with what it stood in.
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    place.current?.focus();
  }, [id]);
  return (
    <div ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      {id !== '' ? (
        <KnownDomain key={id} id={id} canEdit={canEdit} />
      ) : canEdit ? (
        <FormSection title={t('title')} description={t('text')}>
          <AddSendingDomain />
        </FormSection>
      ) : (
        <EmptyState icon={<IconMail size={28} stroke={1.5} />} title={t('empty')} description={t('emptyText')} />
      )}
    </div>
  );
}

function KnownDomain({ id, canEdit }: { id: Agency['resendEmailDomainId']; canEdit: boolean }) {
  const t = useTexts('agency-email');
  const ofRecords = useTexts('dns-records');
  const queryClient = useQueryClient();
  const view = useQuery(
    query.sendingDomains.get.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data?.data.status === 'verified' ? VERIFIED_EVERY_MS : LOOK_EVERY_MS),
    }),
  );
  const domain = view.data?.data;
  useVerifiedNotice(domain);
  const isGone = view.isError && toProblem(view.error).code === 'not_found';
  useEffect(() => {
    if (isGone) void queryClient.invalidateQueries({ queryKey: query.agencies.key() });
  }, [isGone, queryClient]);
  if (domain === undefined) {
    if (!view.isError) return <RowsSkeleton rows={6} />;
    const retry = () => void view.refetch();
    return <LoadFailure title={t('loadFailed')} problem={toProblem(view.error)} onRetry={retry} />;
  }
  return (
    <>
      <FormSection title={t('title')} description={t('text')}>
        <SendingDomainState domain={domain} canEdit={canEdit} />
      </FormSection>
      {domain.records.length === 0 ? (
        <FormSection title={ofRecords('records')}>
          <p className={styles.meaning} role="status">
            {t('recordsAwaited')}
          </p>
        </FormSection>
      ) : (
        <FormSection title={ofRecords('records')} description={sayHow(ofRecords, domain.domain, domain.records)}>
          <MailRecords domain={domain} canEdit={canEdit} />
        </FormSection>
      )}
    </>
  );
}

/** Said when it becomes so before one's eyes, not of what was verified long ago. */
function useVerifiedNotice(domain: SendingDomain | undefined) {
  const t = useTexts('agency-email');
  const before = useRef<SendingDomain['status']>(undefined);
  const notice = useEffectEvent(() => showSuccess(t('verifyDone')));
  const status = domain?.status;
  useEffect(() => {
    if (status === 'verified' && before.current !== undefined && before.current !== 'verified') notice();
    before.current = status ?? before.current;
  }, [status]);
}
