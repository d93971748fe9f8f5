/** Free of validators, so that screens can import it. */

export const CAMPAIGN_KINDS = ['call'] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

export const CAMPAIGN_STATES = ['draft', 'scheduled', 'running', 'paused', 'done', 'stopped'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** `number`: what it calls from, or its agent, is not there any more. */
export const PAUSE_REASONS = ['hand', 'cap', 'credits', 'token', 'number', 'failures', 'opt_outs'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** `waiting`: to be called, for the first time or again. `reached`: a person answered. `unanswered`: as often as it is tried. */
export const RECIPIENT_STATES = [
  'waiting',
  'under_way',
  'reached',
  'machine',
  'unanswered',
  'failed',
  'opted_out',
  'unsure',
  'skipped',
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Why somebody is passed over. `contacted`: by another campaign, within three days. */
export const SKIP_REASONS = ['no_number', 'not_callable', 'no_consent', 'opted_out', 'duplicate', 'contacted'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** `begun`: stored, and perhaps asked for. `taken`: the provider has it. `unsure`: nobody knows whether it has. */
export const ATTEMPT_STATES = ['begun', 'taken', 'unsure', 'live', 'over'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** In minutes of the day: nobody is called or written to outside of these, wherever they are. */
export const HOURS_FIRST = 8 * 60;
export const HOURS_LAST = 21 * 60;

export const USUAL_HOURS: Record<CampaignKind, { days: number[]; fromMinute: number; toMinute: number }> = {
  call: { days: [1, 2, 3, 4, 5], fromMinute: 10 * 60, toMinute: 17 * 60 },
};
