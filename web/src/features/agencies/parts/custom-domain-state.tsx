import type { AgencyView } from '@antiphon/contract/agencies';
import type { CustomDomain, HostState } from '@antiphon/contract/agency-hosts';
import { Anchor, Button, Group, Progress } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '../../../api.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { TypedConfirmDialog } from '../../../ui/forms/typed-confirm-dialog.tsx';
import { StatusBadge, type Tone } from '../../../ui/states/status-badge.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './domain.module.css';
import { UpgradeLine } from './upgrade-line.tsx';

const AGENCY_NAME_CHARS = 20;

const tones: Record<HostState, Tone> = {
  unverified: 'neutral',
  issuing: 'accent',
  live: 'good',
  failing: 'warn',
  suspended: 'bad',
};

interface CustomDomainStateProps {
  domain: CustomDomain;
  view: AgencyView;
  agencyName: string;
  removing: UseMutationResult<unknown, Error, void>;
}

/** What the domain is by now, and what can be done with it. */
export function CustomDomainState({ domain, view, agencyName, removing }: CustomDomainStateProps) {
  const t = useTexts('agency-domains');
  const { state, url } = domain;
  const { canEdit, customDomain: offer } = view.abilities;
  const [isRemoving, setRemoving] = useState(false);
  const mayVerify = canEdit && offer === 'yes';
  const zone = domain.records[0]?.zone || domain.domain;
  const isReached = state === 'live' || state === 'failing';
  return (
    <>
      <div>
        <p className={styles.owner} title={agencyName}>
          <bdi>{truncateChars(agencyName, AGENCY_NAME_CHARS)}</bdi>
        </p>
        <div className={styles.head}>
          <p className={styles.domain} dir="ltr" data-text="content">
            {isReached ? (
              <Anchor href={url} target="_blank" rel="noreferrer" inherit>
                {domain.domain}
              </Anchor>
            ) : (
              domain.domain
            )}
          </p>
          <StatusBadge tone={tones[state]} isBusy={state === 'issuing'}>
            {t(`states.${state}`)}
          </StatusBadge>
        </div>
        <p className={styles.meaning} role="status">
          {t(`meanings.${meaningOf(domain, mayVerify)}`, { zone })}
        </p>
      </div>
      <Problem domain={domain} />
      {state !== 'live' && <LookedFor domain={domain} />}
      {offer === 'needs_plan' && <UpgradeLine text={t('needsPlan')} />}
      {canEdit && (
        <Group gap={8}>
          {state !== 'live' && mayVerify && <VerifyButton domain={domain} />}
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('remove.action')}
          </Button>
        </Group>
      )}
      <TypedConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('remove.title')}
        name={domain.domain}
        confirmLabel={t('remove.action')}
        isPending={removing.isPending}
        onConfirm={() => removing.mutate()}
      >
        <span className={styles.breaks}>{t('remove.text', { domain: domain.domain })}</span>
        <ul className={styles.names} dir="ltr" data-text="content">
          {domain.records.map(({ type, name, value }) => (
            <li key={`${type} ${name} ${value}`}>
              {type} {name}
            </li>
          ))}
        </ul>
      </TypedConfirmDialog>
    </>
  );
}

function meaningOf({ state, problem }: CustomDomain, mayVerify: boolean) {
  if (state !== 'suspended') return state;
  if (problem?.code === 'no_plan') return 'unpaid';
  return mayVerify ? state : 'suspendedForReader';
}

/** What the last look found wrong. Of records that were never right, their cards tell. */
function Problem({ domain: { state, problem } }: { domain: CustomDomain }) {
  const t = useTexts('agency-domains');
  if (!problem || (state === 'unverified' && problem.code === 'records')) return null;
  return (
    <p className={styles.problem} data-tone={state === 'suspended' ? 'bad' : undefined} role="status">
      {t(`problems.${problem.code}`, problem.params)}
    </p>
  );
}

function LookedFor({ domain: { state, records, checkedAt } }: { domain: CustomDomain }) {
  const t = useTexts('agency-domains');
  const count = records.filter((record) => record.state === 'right').length;
  const isIssuing = state === 'issuing';
  const progress = isIssuing ? t('states.issuing') : t('progress', { count, total: records.length });
  return (
    <div>
      <div className={styles.counts}>
        <span>{progress}</span>
        {checkedAt !== null && (
          <span>
            <RichText of="dns-records" text="lastLook" tags={{ time: <RelativeTime date={checkedAt} /> }} />
          </span>
        )}
      </div>
      <Progress
        value={isIssuing ? 100 : (100 * count) / records.length}
        animated={isIssuing}
        size={6}
        mt={6}
        aria-label={progress}
      />
    </div>
  );
}

function VerifyButton({ domain }: { domain: CustomDomain }) {
  const t = useTexts('agency-domains');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const verifying = useMutation({
    mutationFn: () => api.agencies.claimDomain({ uid, customDomain: domain.domain, isCustomDomain: true }),
    meta: { success: t('pending'), failure: t('verifyFailed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.agencies.key() }),
  });
  return (
    <Button onClick={() => verifying.mutate()} loading={verifying.isPending}>
      {t('verify')}
    </Button>
  );
}
