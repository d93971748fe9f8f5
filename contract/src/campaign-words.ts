/** Free of validators, so that screens can import it. */

export const CAMPAIGN_KINDS = ['call', 'sms', 'whatsapp'] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];
/** Those that write. */
export type MessageKind = Exclude<CampaignKind, 'call'>;
export const isMessageKind = (kind: CampaignKind): kind is MessageKind => kind !== 'call';

export const CAMPAIGN_STATES = ['draft', 'scheduled', 'running', 'paused', 'done', 'stopped'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** `number`: what it calls from, or its agent, is not there any more. `template`: its provider does not send that text any more. */
export const PAUSE_REASONS = ['hand', 'cap', 'credits', 'token', 'number', 'template', 'failures', 'opt_outs'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/**
 * `waiting`: to be called, for the first time or again, or to be written to. `reached`: a person answered. `unanswered`: as often as it is
 * tried. A message is `sent` once its provider took it, and `delivered` or `read` where that was told.
 */
export const RECIPIENT_STATES = [
  'waiting',
  'under_way',
  'reached',
  'sent',
  'delivered',
  'read',
  'machine',
  'unanswered',
  'failed',
  'opted_out',
  'unsure',
  'skipped',
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Why somebody is passed over. `no_name`: the template has their name in it. `contacted`: by another campaign, within three days. */
export const SKIP_REASONS = [
  'no_number',
  'not_callable',
  'no_name',
  'no_consent',
  'opted_out',
  'duplicate',
  'contacted',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** `begun`: stored, and perhaps asked for. `taken`: the provider has it. `unsure`: nobody knows whether it has. */
export const ATTEMPT_STATES = ['begun', 'taken', 'unsure', 'live', 'over'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/** In minutes of the day: nobody is called or written to outside of these, wherever they are. */
export const HOURS_FIRST = 8 * 60;
export const HOURS_LAST = 21 * 60;

export const USUAL_HOURS: Record<CampaignKind, { days: number[]; fromMinute: number; toMinute: number }> = {
  call: { days: [1, 2, 3, 4, 5], fromMinute: 10 * 60, toMinute: 17 * 60 },
  sms: { days: [1, 2, 3, 4, 5, 6], fromMinute: 9 * 60, toMinute: 20 * 60 },
  whatsapp: { days: [1, 2, 3, 4, 5, 6], fromMinute: 9 * 60, toMinute: 20 * 60 },
};

/** What carriers want of a number before they let messages of companies pass: of the United States, and of those that nobody pays to call. */
export const SMS_REGISTRATIONS = ['a2p', 'toll_free'] as const;
export type SmsRegistration = (typeof SMS_REGISTRATIONS)[number];

/** What a message failed of, by what its provider told later; else `problem` is what it said. */
export const SMS_PROBLEMS = ['blocked', 'late', 'refused', 'unregistered'] as const;
export type SmsProblem = (typeof SMS_PROBLEMS)[number];

/** What a template of WhatsApp is for, as its provider sorts it. */
export const TEMPLATE_CATEGORIES = ['marketing', 'utility', 'authentication'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** Why a template cannot be sent as it is. `parts`: it has a picture, a button or a code that wants more than words. */
export const TEMPLATE_FAULTS = ['not_approved', 'authentication', 'parts'] as const;
export type TemplateFault = (typeof TEMPLATE_FAULTS)[number];

/** As it was when the campaign was saved, with what stands in its places: what people get does not change under it. */
export type KeptTemplate = {
  name: string;
  language: string;
  category: TemplateCategory;
  text: string;
  places: string[];
  /** Its places have names, and no numbers. */
  isNamed: boolean;
  values: string[];
};

/** As its provider is told it. `place`: what it is called in the text, where places have names and no numbers. */
export type FilledTemplate = {
  kind: 'template';
  name: string;
  language: string;
  values: { place?: string; text: string }[];
};

/** In a value of a template: the name of whoever gets it. */
export const NAME_PLACE = '{name}';

/** To each number that wrote to the agent, and in each day. */
export const CAMPAIGN_TESTS_MAX = 5;
