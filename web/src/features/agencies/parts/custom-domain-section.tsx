import type { Agency, AgencyView } from '@antiphon/contract/agencies';
import type { CustomDomain } from '@antiphon/contract/agency-hosts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { showSuccess } from '../../../ui/states/toasts.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AddCustomDomain } from './add-custom-domain.tsx';
import { CustomDomainRecords } from './custom-domain-records.tsx';
import { CustomDomainState } from './custom-domain-state.tsx';
import styles from './domain.module.css';
import { sayHow } from './record-words.ts';
import { UpgradeLine } from './upgrade-line.tsx';

/** What the server found last is read so often; what is live, it looks at once a day. */
const LOOK_EVERY_MS = 5_000;
const LIVE_EVERY_MS = 60_000;

interface CustomDomainSectionProps {
  view: AgencyView;
  agency: Agency;
}

/** A domain of the agency's own: set up, proved and removed at once, not with the form. */
export function CustomDomainSection({ view, agency }: CustomDomainSectionProps) {
  const t = useTexts('agency-domains');
  const { domain } = view;
  const { canEdit, customDomain: offer } = view.abilities;
  const [lost, setLost] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const name = domain?.domain ?? '';
  /** What is removed right here; any other domain that is gone went by another hand. */
  const removed = useRef('');
  const before = useRef(name);
  useEffect(() => {
    const was = before.current;
    if (was === name) return;
    before.current = name;
    setLost(name === '' && removed.current !== was ? was : null);
    removed.current = '';
    // What was pressed is gone with what it stood in.
    place.current?.focus();
  }, [name]);
  const noteRemoval = (host: string) => {
    removed.current = host;
  };
  return (
    <div ref={place} tabIndex={-1} style={{ outline: 'none' }}>
      {domain ? (
        <KnownDomain key={name} known={domain} view={view} agency={agency} onRemoving={noteRemoval} />
      ) : (
        <FormSection title={t('title')} description={t('text')}>
          {lost !== null && <Notice>{t('lost', { domain: lost })}</Notice>}
          {offer === 'yes' && canEdit && <AddCustomDomain />}
          {offer === 'yes' && !canEdit && <p className={styles.meaning}>{t('notAllowed')}</p>}
          {offer === 'needs_plan' && <UpgradeLine text={t('needsPlan')} />}
          {offer === 'not_offered' && <p className={styles.meaning}>{t('notOffered')}</p>}
        </FormSection>
      )}
    </div>
  );
}

function KnownDomain(props: CustomDomainSectionProps & { known: CustomDomain; onRemoving: (host: string) => void }) {
  const { known, view, agency, onRemoving } = props;
  const t = useTexts('agency-domains');
  const ofRecords = useTexts('dns-records');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const watched = useQuery(
    query.agencies.getDomain.queryOptions({
      input: { uid, domain: known.domain, domainType: 'customDomain' },
      initialData: { isVerified: false, domain: known },
      refetchInterval: ({ state }) => (state.data?.domain?.state === 'live' ? LIVE_EVERY_MS : LOOK_EVERY_MS),
    }),
  );
  const domain = watched.data.domain ?? known;
  const reload = () => queryClient.invalidateQueries({ queryKey: query.agencies.get.key() });
  const removing = useMutation({
    mutationFn: () => api.agencies.releaseDomain({ query: { domain: known.domain, domainType: 'customDomain' } }),
    meta: { success: t('remove.removed'), failure: t('remove.failed') },
    onMutate: () => onRemoving(known.domain),
    onError: () => onRemoving(''),
    onSuccess: reload,
  });
  // Where clients are sent depends on it, too.
  const seen = watched.data.domain?.state;
  const change = useEffectEvent(() => void reload());
  useEffect(() => {
    if (seen !== known.state) change();
  }, [seen, known.state]);
  useVerifiedNotice(domain.state);
  const { canEdit } = view.abilities;
  return (
    <>
      <FormSection title={t('title')} description={t('text')}>
        <CustomDomainState domain={domain} view={view} agencyName={agency.name} removing={removing} />
      </FormSection>
      <FormSection title={ofRecords('records')} description={sayHow(ofRecords, domain.domain, domain.records)}>
        <CustomDomainRecords domain={domain} canEdit={canEdit} />
      </FormSection>
    </>
  );
}

/** Said when it becomes so before one's eyes, not of what was verified long ago. */
function useVerifiedNotice(state: CustomDomain['state']) {
  const t = useTexts('agency-domains');
  const before = useRef(state);
  const notice = useEffectEvent(() => showSuccess(t('successful')));
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if ((was === 'unverified' || was === 'suspended') && (state === 'issuing' || state === 'live')) notice();
  }, [state]);
}
