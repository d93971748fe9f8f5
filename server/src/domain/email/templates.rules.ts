import { limits } from '@antiphon/contract/limits';
import type { Letter } from './email.ports.ts';

/** Every mail that the platform writes, and what it is filled with. A new one needs its words in `letters`. */
export type EmailTemplates = {
  magic_link: { url: string; minutes: number };
  sign_in_code: { code: string; minutes: number };
  reset_password: { url: string; minutes: number };
  verify_email: { url: string; hours: number };
  password_changed: { name: string };
  workspace_invitation: { workspaceName: string; inviterName: string; url: string; days: number };
  webhook_failing: { host: string; reason: string; isPaused: boolean; url: string };
  notification: { title: string; body: string; url: string };
  log_entry: { type: string; channel: string; content: string };
  client_invitation: { clientName: string; email: string; url: string; hours: number };
  client_login_code: { code: string; minutes: number; url: string };
  client_feedback: { name: string; email: string; paragraphs: string[]; files: string[] };
};
export type EmailTemplate = keyof EmailTemplates;

/** One mail to be queued: the template decides the props. */
export type TemplatedEmail = {
  [Name in EmailTemplate]: { template: Name; props: EmailTemplates[Name] };
}[EmailTemplate];

const NOT_YOU = 'If this was not you, you can ignore this mail: nothing happens without it.';

const letters: { [Name in EmailTemplate]: (props: EmailTemplates[Name], brandName: string) => Letter } = {
  magic_link: ({ url, minutes }, brandName) => ({
    subject: `Your sign-in link for ${brandName}`,
    preview: `It works once, for ${minutes} minutes.`,
    heading: `Sign in to ${brandName}`,
    paragraphs: [`Press the button to sign in. The link works once, for ${minutes} minutes.`],
    action: { label: 'Sign in', url },
    footnote: `Somebody asked for a sign-in link for this address. ${NOT_YOU}`,
  }),
  sign_in_code: ({ code, minutes }, brandName) => ({
    subject: `${code} is your sign-in code for ${brandName}`,
    preview: `It works once, for ${minutes} minutes.`,
    heading: `Sign in to ${brandName}`,
    paragraphs: [`Type this code where you are signing in. It works once, for ${minutes} minutes. Tell it to nobody.`],
    code,
    footnote: `Somebody asked for a sign-in code for this address. ${NOT_YOU}`,
  }),
  reset_password: ({ url, minutes }, brandName) => ({
    subject: `Choose a new password for ${brandName}`,
    preview: `The link works once, for ${minutes} minutes.`,
    heading: 'Choose a new password',
    paragraphs: [
      `Press the button to choose a new password. The link works once, for ${minutes} minutes.`,
      'You will be signed out everywhere else.',
    ],
    action: { label: 'Choose a new password', url },
    footnote: `Somebody asked for a new password for this address. ${NOT_YOU} Your password stays as it is.`,
  }),
  verify_email: ({ url, hours }, brandName) => ({
    subject: `Confirm your e-mail address for ${brandName}`,
    preview: 'One press, and your address is confirmed.',
    heading: 'Confirm your e-mail address',
    paragraphs: [`Press the button to confirm that this address is yours. The link works for ${hours} hours.`],
    action: { label: 'Confirm address', url },
    footnote: `An account was made with this address. ${NOT_YOU}`,
  }),
  password_changed: ({ name }, brandName) => ({
    subject: `Your password for ${brandName} was changed`,
    preview: 'All other sessions were ended.',
    heading: 'Your password was changed',
    paragraphs: [
      `${name === '' ? 'Hello' : `Hello ${name}`}, the password of your account was changed just now. All other sessions were ended.`,
    ],
    footnote: 'If this was not you, ask for a new password at once on the sign-in page.',
  }),
  workspace_invitation: ({ workspaceName, inviterName, url, days }, brandName) => ({
    subject: `${inviterName} invites you to ${workspaceName}`,
    preview: `Join the workspace on ${brandName}.`,
    heading: `Join ${workspaceName}`,
    paragraphs: [
      `${inviterName} invites you to work in the workspace ${workspaceName} on ${brandName}.`,
      `The invitation is for this address alone. It works once, for ${days} days.`,
    ],
    action: { label: 'Open invitation', url },
    footnote: 'If you do not know the sender, you can ignore this mail: nothing happens without it.',
  }),
  webhook_failing: ({ host, reason, isPaused, url }, brandName) => ({
    subject: isPaused ? `Events to ${host} are paused` : `Events to ${host} could not be delivered`,
    preview: reason,
    heading: isPaused ? 'Your event endpoint is paused' : 'Events could not be delivered',
    paragraphs: isPaused
      ? [
          `${host} does not take the events that ${brandName} sends. ${reason}`,
          'Nothing is sent to it any more. Mend the endpoint, then resume it: what was missed can be replayed for 30 days.',
        ]
      : [
          `${host} did not take an event that ${brandName} sent. ${reason}`,
          'Each event is tried again for three days. After five days without a good answer the endpoint is paused.',
        ],
    ...(url === '' ? {} : { action: { label: 'Open events', url } }),
    footnote: 'You get this mail at most once a day, as a member of the workspace.',
  }),
  notification: ({ title, body, url }) => ({
    subject: title,
    preview: body,
    heading: title,
    paragraphs: [body],
    ...(url === '' ? {} : { action: { label: 'Open', url } }),
    footnote: 'You chose to be told by e-mail. You can change that under notifications.',
  }),
  log_entry: ({ type, channel, content }, brandName) => ({
    subject: `Log entry: ${type}`,
    preview: content,
    heading: `Log entry: ${type}`,
    paragraphs: [...(channel === '' ? [] : [`Channel: ${channel}`]), content],
    footnote: `An integration of your workspace at ${brandName} wrote this entry and asked to have it mailed.`,
  }),
  client_invitation: ({ clientName, email, url, hours }, brandName) => ({
    subject: `Your dashboard at ${brandName}`,
    preview: `Sign in as ${email}.`,
    heading: `Welcome to ${brandName}`,
    paragraphs: [
      `${clientName === '' ? 'Hello' : `Hello ${clientName}`}, a dashboard was set up for you at ${brandName}. Sign in as ${email}.`,
      `The button signs you in once, within ${hours} hours. Later you sign in with your password, or ask for a login code by e-mail on that page.`,
    ],
    action: { label: 'Sign in', url },
    footnote: 'If you did not expect this, you can ignore this mail: nothing happens without it.',
  }),
  client_login_code: ({ code, minutes, url }, brandName) => ({
    subject: `${code} is your login code for ${brandName}`,
    preview: `It works once, for ${minutes} minutes.`,
    heading: `Sign in to ${brandName}`,
    paragraphs: [
      `Type this code where you are signing in, or press the button. Either works once, for ${minutes} minutes. Tell it to nobody.`,
    ],
    code,
    action: { label: 'Sign in', url },
    footnote: `Somebody asked for a login code for this address. ${NOT_YOU}`,
  }),
  client_feedback: ({ name, email, paragraphs, files }, brandName) => ({
    subject: `Feedback from ${name === '' ? email : name}`,
    preview: oneLine(paragraphs[0] ?? ''),
    heading: `Feedback from ${name === '' ? email : name}`,
    paragraphs: [
      ...paragraphs.map((paragraph) => oneLine(paragraph, limits.feedbackCharsMax)),
      ...(files.length === 0 ? [] : ['Files:', ...files]),
      `Answers reach them at ${email}.`,
    ],
    footnote: `Written in the dashboard of ${brandName} and sent to your support address.`,
  }),
};

/** The agency in whose name a mail is sent; null where the platform writes itself. */
export function brandOf(props: unknown): string | null {
  const { brandName } = props as { brandName?: unknown };
  return typeof brandName === 'string' && brandName !== '' ? oneLine(brandName) : null;
}

/** The words of one mail. Whatever a person may have typed (a name) is one line of bounded length in them. */
export function writeLetter({ template, props }: TemplatedEmail, brandName: string): Letter {
  const write = letters[template] as (props: unknown, brandName: string) => Letter;
  const letter = write(oneLiners(props), oneLine(brandName));
  return { ...letter, subject: oneLine(letter.subject, 200) };
}

const LINE_CHARS_MAX = 100;

/** Addresses keep their length: one that is cut leads nowhere. */
const oneLiners = (props: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(props).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'url' ? oneLine(value) : value,
    ]),
  );

/** Without line breaks, other control characters and marks that turn the direction of writing: none may forge a header or a word. */
export function oneLine(text: string, charsMax = LINE_CHARS_MAX): string {
  const plain = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= charsMax ? plain : `${[...plain].slice(0, charsMax - 1).join('')}…`;
}
