import {
  type CampaignKind,
  isMessageKind,
  type PauseReason,
  type RecipientState,
  SKIP_REASONS,
} from '@antiphon/contract/campaign-words';
import type { Campaign } from '@antiphon/contract/campaigns';
import { Progress } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatDay } from '../../../ui/format/format.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { formatDays, formatMinute, progressOf, stateKey, statesOf } from '../campaign-words.ts';
import { CampaignBadge } from './campaign-badge.tsx';
import styles from './campaigns.module.css';
import { PausedHours } from './paused-hours.tsx';
import { Recipients } from './recipients.tsx';
import { RunActions } from './run-actions.tsx';

interface CampaignViewProps {
  agentId: string;
  campaign: Campaign;
  mayWrite: boolean;
  mayApprove: boolean;
  mayOpenConversations: boolean;
  onGone: () => void;
}

/** What a campaign that was started is doing, and what came of it. */
export function CampaignView(props: CampaignViewProps) {
  const { agentId, campaign, mayWrite, mayOpenConversations } = props;
  const t = useTexts('campaigns');
  const { kind, state, pausedFor, startsAt, isApproved, text, days, fromMinute, toMinute, cap } = campaign;
  const { fromClock, toClock } = { fromClock: formatMinute(fromMinute), toClock: formatMinute(toMinute) };
  return (
    <>
      <div className={styles.head}>
        <div className={styles.lead}>
          <h2 className={styles.title} data-text="content" dir="auto">
            {campaign.name}
          </h2>
          <CampaignBadge campaign={campaign} />
        </div>
        {mayWrite && <RunActions {...props} />}
      </div>
      {state === 'paused' && pausedFor && (
        <Paused kind={kind} pausedFor={pausedFor} isSeenByClient={!props.mayApprove} />
      )}
      {state === 'scheduled' && !isApproved && (
        <Notice>{t(props.mayApprove ? 'approval.forAgency' : 'approval.forClient')}</Notice>
      )}
      {state === 'scheduled' && isApproved && startsAt && (
        <p className={styles.muted}>{t('startsOn', { date: formatDay(new Date(startsAt)) })}</p>
      )}
      <Figures campaign={campaign} />
      <dl className={styles.facts}>
        <dt>{t(isMessageKind(kind) ? 'sms.message' : 'what.opening')}</dt>
        <dd data-text="content" dir="auto">
          {kind === 'whatsapp' ? campaign.templateText : text}
          {kind === 'sms' && <span className={styles.added}>{campaign.optOutLine}</span>}
        </dd>
        <dt>{t('when.hours')}</dt>
        <dd>{t('when.told', { days: formatDays(days), from: fromClock, to: toClock })}</dd>
        {cap !== null && (
          <>
            <dt>{t('when.cap')}</dt>
            <dd>{formatCount(cap)}</dd>
          </>
        )}
      </dl>
      {state === 'paused' && mayWrite && <PausedHours agentId={agentId} campaign={campaign} />}
      <Recipients agentId={agentId} campaign={campaign} mayOpenConversations={mayOpenConversations} />
    </>
  );
}

interface PausedProps {
  kind: CampaignKind;
  pausedFor: PauseReason;
  isSeenByClient: boolean;
}

/** A client sees to what is theirs; the number is not. */
function Paused({ kind, pausedFor, isSeenByClient }: PausedProps) {
  const t = useTexts('campaigns');
  if (isSeenByClient && (pausedFor === 'token' || pausedFor === 'number'))
    return <Notice>{t('forClients.broken')}</Notice>;
  if (pausedFor === 'template' || (kind === 'whatsapp' && pausedFor === 'token'))
    return <Notice>{t(`whatsapp.paused.${pausedFor}`)}</Notice>;
  return <Notice>{t(isMessageKind(kind) ? `smsPaused.${pausedFor}` : `pausedFor.${pausedFor}`)}</Notice>;
}

const always: Record<CampaignKind, readonly RecipientState[]> = {
  call: ['waiting', 'under_way', 'reached'],
  sms: ['waiting', 'under_way', 'sent', 'delivered'],
  whatsapp: ['waiting', 'under_way', 'sent', 'delivered', 'read'],
};

function Figures({ campaign }: { campaign: Campaign }) {
  const t = useTexts('campaigns');
  const { kind, counts, skipped, replies } = campaign;
  const shown = statesOf(kind).filter((state) => state !== 'skipped');
  const { total, over } = progressOf(campaign);
  const passedOver = SKIP_REASONS.filter((reason) => (skipped[reason] ?? 0) > 0);
  return (
    <section className={styles.figures} aria-label={t('progress.title')}>
      <p className={styles.progressText}>{t('progress.text', { over, total })}</p>
      <Progress
        value={total === 0 ? 0 : (100 * over) / total}
        size={6}
        aria-label={t('progress.text', { over, total })}
      />
      <dl className={styles.counts}>
        {shown
          .filter((state) => always[kind].includes(state) || (counts[state] ?? 0) > 0)
          .map((state) => (
            <div key={state}>
              <dt>{t(stateKey(kind, state))}</dt>
              <dd className="tabular">{formatCount(counts[state] ?? 0)}</dd>
            </div>
          ))}
        {isMessageKind(kind) && (
          <div>
            <dt>{t('progress.replies')}</dt>
            <dd className="tabular">{formatCount(replies)}</dd>
          </div>
        )}
      </dl>
      {passedOver.length > 0 && (
        <p className={styles.muted}>
          {t('progress.skipped', { count: counts.skipped ?? 0 })}{' '}
          {passedOver.map((reason) => `${t(`reasons.${reason}`)}: ${formatCount(skipped[reason] ?? 0)}`).join(', ')}
        </p>
      )}
    </section>
  );
}
