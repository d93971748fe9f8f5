import type { LimitKey } from '@antiphon/contract/entitlements';
import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatDay } from '../../../ui/format/format.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { BuyAddon } from '../../payments/buy-addon.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './plan-limits.module.css';

/** What the plan allows beside what of it is used; nothing where nothing is limited. */
export function PlanLimits() {
  const t = useTexts('billing');
  const { uid } = useWorkspace();
  const { data } = useQuery(query.entitlements.get.queryOptions({ input: { uid } }));
  const limited = data?.limits.flatMap(({ max, ...use }) => (max === null ? [] : [{ ...use, max }])) ?? [];
  if (limited.length === 0) return null;
  return (
    <FormSection
      title={t('limits.title')}
      description={
        data?.trialEndsAt ? t('limits.trial', { date: formatDay(new Date(data.trialEndsAt * 1_000)) }) : undefined
      }
    >
      <ul className={styles.list}>
        {limited.map(({ key, ...use }) => (
          <Limit key={key} name={key} {...use} />
        ))}
      </ul>
    </FormSection>
  );
}

/** Of which there can be more by an add-on. */
const ADDED = {
  clientSeats: 'client_seat',
  workspaceSeats: 'workspace-seat',
  twilioPhoneNumberSlots: 'twilio-phone-number',
} as const;

/** The colour says how near the end is: 50 and 80 % are the specification's. */
const colourOf = (percent: number) => (percent > 80 ? 'red' : percent > 50 ? 'orange' : undefined);

function Limit({ name, used, max }: { name: LimitKey; used: number; max: number }) {
  const t = useTexts('billing');
  const percent = max === 0 ? 100 : Math.min(100, (used / max) * 100);
  const colour = colourOf(percent);
  const label = t(`limits.${name}`);
  return (
    <li className={styles.limit}>
      <span>{label}</span>
      <span className={styles.figures}>{t('limits.of', { used: formatCount(used), max: formatCount(max) })}</span>
      <Progress
        className={styles.bar}
        value={percent}
        size={6}
        aria-label={label}
        {...(colour ? { color: colour } : {})}
      />
      {name in ADDED && <BuyAddon addonId={ADDED[name as keyof typeof ADDED]} />}
      {used > max && <p className={styles.over}>{t('limits.over')}</p>}
    </li>
  );
}
