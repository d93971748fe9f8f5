import type { DomainBecame, Letters } from '../email.ports.ts';
import { linesOf } from './record-lines.rules.ts';

const NOT_YOU = 'If this was not you, you can ignore this mail: nothing happens without it.';
const hello = (name: string) => (name === '' ? 'Hello' : `Hello ${name}`);

const whyFailed = (status: number | null, error: string) => (status === null ? error : `It answered ${status}.`);

/** The source of the other languages. */
const RECORD = { type: 'Type', name: 'Name', value: 'Value', priority: 'Priority' };
const SET_UP =
  'Copy each value as it stands. Many providers add the domain to a name by themselves: leave it out there. It can take 24-48 hours until everybody sees the change.';

const domainWords = (became: DomainBecame, domain: string, agency: string): [heading: string, text: string] =>
  ({
    live: [
      `${domain} is live`,
      `Clients of ${agency} reach their dashboard at ${domain} from now on, and mails to them lead there.`,
    ],
    failing: [
      `${domain} cannot be reached`,
      `${domain}, where clients of ${agency} reach their dashboard, did not answer twice. It is looked at every 15 minutes. If it stays so for 72 hours it is not served any more.`,
    ],
    suspended: [
      `${domain} is not served any more`,
      `${domain} could not be reached for 72 hours, so clients of ${agency} do not reach their dashboard there. As soon as its records are right again it is served again. If they are not within 30 days the domain is removed.`,
    ],
    unpaid: [
      `${domain} is not served any more`,
      `The paid plan of ${agency} ended 14 days ago, so clients do not reach their dashboard at ${domain}. With a plan it is served again. Without one within 30 days the domain is removed.`,
    ],
    expired: [
      `${domain} was removed`,
      `${domain} was not served for 30 days and was removed from ${agency}. You can set it up again at any time.`,
    ],
    displaced: [
      `${domain} was removed`,
      `Somebody else has shown by its DNS that ${domain} is theirs, so it was removed from ${agency}. If it is yours, set it up again and add the record that is shown.`,
    ],
  })[became] as [string, string];

export const english: Letters = {
  orOpen: 'Or open this address: ',
  write: {
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
      paragraphs: [
        `Type this code where you are signing in. It works once, for ${minutes} minutes. Tell it to nobody.`,
      ],
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
      subject: `Confirm your email address for ${brandName}`,
      preview: 'One press, and your address is confirmed.',
      heading: 'Confirm your email address',
      paragraphs: [`Press the button to confirm that this address is yours. The link works for ${hours} hours.`],
      action: { label: 'Confirm address', url },
      footnote: `An account was made with this address. ${NOT_YOU}`,
    }),
    password_changed: ({ name }, brandName) => ({
      subject: `Your password for ${brandName} was changed`,
      preview: 'All other sessions were ended.',
      heading: 'Your password was changed',
      paragraphs: [`${hello(name)}, the password of your account was changed just now. All other sessions were ended.`],
      footnote: 'If this was not you, ask for a new password at once on the sign-in page.',
    }),
    new_email: ({ code, minutes }, brandName) => ({
      subject: `${code} confirms your new address for ${brandName}`,
      preview: `It works once, for ${minutes} minutes.`,
      heading: 'Confirm your new address',
      paragraphs: [
        `Type this code on the page of your account. From then on you sign in to ${brandName} with this address. It works once, for ${minutes} minutes. Tell it to nobody.`,
      ],
      code,
      footnote: `Somebody wants to sign in to ${brandName} with this address from now on. ${NOT_YOU}`,
    }),
    new_email_taken: (_props, brandName) => ({
      subject: `There is already an account with your address at ${brandName}`,
      preview: 'An address belongs to one account. Nothing was changed.',
      heading: 'Your address has an account already',
      paragraphs: [
        `Somebody who is signed in to another account of ${brandName} wants to use this address for it. There is an account with this address already, so nothing was changed.`,
        'If it was you: sign in with this address to use that account. To use the address for the other one, first change the address of this one, or delete it.',
      ],
      footnote: `Whoever asked was not told that the address is in use. ${NOT_YOU}`,
    }),
    email_changed: ({ name }, brandName) => ({
      subject: `Your email address for ${brandName} was changed`,
      preview: 'You sign in with another address from now on.',
      heading: 'Your email address was changed',
      paragraphs: [
        `${hello(name)}, the email address of your account was changed just now. All other sessions were ended.`,
        'You sign in with the new address from now on. Links, codes and notifications go there, and no longer to this one. A Google account with this address does not open the account any more.',
      ],
      footnote: `If this was not you, write to whoever runs ${brandName} at once.`,
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
    webhook_failing: ({ host, status, error, isPaused, url }, brandName) => ({
      subject: isPaused ? `Events to ${host} are paused` : `Events to ${host} could not be delivered`,
      preview: whyFailed(status, error),
      heading: isPaused ? 'Your event endpoint is paused' : 'Events could not be delivered',
      paragraphs: isPaused
        ? [
            `${host} does not take the events that ${brandName} sends. ${whyFailed(status, error)}`,
            'Nothing is sent to it any more. Mend the endpoint, then resume it: what was missed can be replayed for 30 days.',
          ]
        : [
            `${host} did not take an event that ${brandName} sent. ${whyFailed(status, error)}`,
            'Each event is tried again for three days. After five days without a good answer the endpoint is paused.',
          ],
      ...(url === '' ? {} : { action: { label: 'Open events', url } }),
      footnote: 'You get this mail at most once a day, as a member of the workspace.',
    }),
    notification: ({ title, body, paragraphs = [], url }) => ({
      subject: title,
      preview: body,
      heading: title,
      paragraphs: [body, ...paragraphs],
      ...(url === '' ? {} : { action: { label: 'Open', url } }),
      footnote: 'You chose to be told by email. You can change that under notifications.',
    }),
    contact_left: ({ agent, name, email, paragraphs, url }) => ({
      subject: `${name || email} left a message`,
      preview: paragraphs[0] ?? `${agent} took a message from ${name || email}.`,
      heading: `${name || email} left a message`,
      paragraphs: [`${agent} took a message from ${name || email}.`, ...paragraphs, `Answers reach them at ${email}.`],
      ...(url === '' ? {} : { action: { label: 'Open conversation', url } }),
      footnote: `The settings of ${agent} name this address for messages of visitors.`,
    }),
    operator_reply: ({ operator, agent, paragraphs, earlier = [], url }) => ({
      subject: `${operator} replied to you`,
      preview: `${operator} has answered you in the chat with ${agent}.`,
      heading: `${operator} replied to you`,
      paragraphs: [
        `${operator} has answered you in the chat with ${agent}.`,
        ...paragraphs,
        ...(earlier.length === 0 ? [] : ['Earlier in the chat:', ...earlier]),
      ],
      ...(url === '' ? {} : { action: { label: 'Continue the conversation', url } }),
      footnote: `You left your address in the chat.${url === '' ? '' : ' The link opens your conversation for 30 days; whoever has it can read it.'}`,
    }),
    export_ended: ({ workspaceName, isReady, url, days }) => ({
      subject: isReady
        ? `Your export of ${workspaceName} is ready`
        : `Your export of ${workspaceName} could not be made`,
      preview: isReady
        ? `You can download it for ${days} days, under the settings of the workspace. Only you can open it.`
        : 'Nothing was changed. Please ask for it once more, under the settings of the workspace.',
      heading: isReady
        ? `Your export of ${workspaceName} is ready`
        : `Your export of ${workspaceName} could not be made`,
      paragraphs: [
        isReady
          ? `You can download it for ${days} days, under the settings of the workspace. Only you can open it.`
          : 'Nothing was changed. Please ask for it once more, under the settings of the workspace.',
      ],
      ...(url === '' ? {} : { action: { label: 'Open settings', url } }),
      footnote:
        'You asked for an archive of everything in this workspace. If it was not you, somebody is signed in under your name: end your sessions and choose a new password.',
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
        `${hello(clientName)}, a dashboard was set up for you at ${brandName}. Sign in as ${email}.`,
        `The button signs you in once, within ${hours} hours. Later you sign in with your password, or ask for a login code by email on that page.`,
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
    client_new_email: ({ clientName, code, minutes }, brandName) => ({
      subject: `${code} confirms your new address for ${brandName}`,
      preview: `It works once, for ${minutes} minutes.`,
      heading: 'Confirm your new address',
      paragraphs: [
        `Hello ${clientName}, type this code in your dashboard. From then on you sign in to ${brandName} with this address. It works once, for ${minutes} minutes. Tell it to nobody.`,
      ],
      code,
      footnote: `Somebody wants to sign in to ${brandName} with this address from now on. ${NOT_YOU}`,
    }),
    client_password_changed: ({ clientName, byAgency, contact, url }, brandName) => ({
      subject: `Your password for ${brandName} was changed`,
      preview: byAgency ? 'All sessions were ended.' : 'All other sessions were ended.',
      heading: 'Your password was changed',
      paragraphs: byAgency
        ? [
            `${hello(clientName)}, ${brandName} gave your dashboard a new password just now. All sessions were ended.`,
            'Ask them for it, or ask for a login code by email on the sign-in page.',
          ]
        : [`${hello(clientName)}, the password of your dashboard was changed just now. All other sessions were ended.`],
      ...(url === '' ? {} : { action: { label: 'Sign in', url } }),
      footnote: byAgency
        ? `If you have questions about this, write to ${contact}.`
        : `If this was not you, sign in with a login code by email, choose a new password at once, and write to ${contact}.`,
    }),
    client_email_changed: ({ clientName, byAgency, contact }, brandName) => ({
      subject: `Your email address for ${brandName} was changed`,
      preview: 'You sign in with another address from now on.',
      heading: 'Your email address was changed',
      paragraphs: [
        byAgency
          ? `${hello(clientName)}, ${brandName} changed the email address of your dashboard just now.`
          : `${hello(clientName)}, the email address of your dashboard was changed just now.`,
        'You sign in with the new address from now on. Codes and notifications go there, and no longer to this one.',
      ],
      footnote: `If this was not you, write to ${contact} at once.`,
    }),
    client_feedback: ({ name, email, paragraphs, files }, brandName) => ({
      subject: `Feedback from ${name === '' ? email : name}`,
      preview: paragraphs[0] ?? '',
      heading: `Feedback from ${name === '' ? email : name}`,
      paragraphs: [
        ...paragraphs,
        ...(files.length === 0 ? [] : ['Files:', ...files]),
        `Answers reach them at ${email}.`,
      ],
      footnote: `Written in the dashboard of ${brandName} and sent to your support address.`,
    }),
    dns_instructions: ({ domain, records, purpose }, brandName) => ({
      subject: `DNS records for ${domain}`,
      preview: `${brandName} asks you to add them at your provider.`,
      heading: `DNS records for ${domain}`,
      paragraphs: [
        `${brandName} asks you to add these records at the provider that keeps ${domain}, ${purpose === 'custom' ? 'so that its clients reach it there' : 'so that its mails can be sent from there'}.`,
        SET_UP,
      ],
      records: linesOf(RECORD, records),
      footnote: `Somebody at ${brandName} sent the records to this address. If you do not look after ${domain}, you can ignore this mail.`,
    }),
    dns_reminder: ({ domain, agencyName, records, url, stopUrl, purpose }, brandName) => ({
      subject: `Records of ${domain} are still missing`,
      preview:
        purpose === 'custom'
          ? 'Until they are there, clients do not reach you by this domain.'
          : 'Until they are there, mails come from another address.',
      heading: `Records of ${domain} are still missing`,
      paragraphs: [`You set up ${domain} for ${agencyName}. These records were not found yet, or have another value:`],
      records: linesOf(RECORD, records),
      ...(url === ''
        ? {}
        : { action: { label: 'Open the settings', url }, aside: { label: 'Do not remind me', url: stopUrl } }),
      footnote: `You get this mail because you set up ${domain} at ${brandName}. Two such mails come at most.`,
    }),
    custom_domain: ({ domain, agencyName, became, url }, brandName) => {
      const [heading, text] = domainWords(became, domain, agencyName);
      return {
        ...{ subject: heading, preview: agencyName, heading, paragraphs: [text] },
        ...(url === '' ? {} : { action: { label: 'Open the settings', url } }),
        footnote: `You get this mail because you own ${agencyName}, which set up ${domain} at ${brandName}.`,
      };
    },
    payment_overdue: ({ workspaceName, sum, endsOn, which, isClient, url }, brandName) => {
      const heading =
        which === 0
          ? `Your payment of ${sum} did not go through`
          : which < 3
            ? `Your payment of ${sum} is still open`
            : `Last reminder: your plan ends on ${endsOn}`;
      return {
        ...{ subject: heading, preview: `Everything stays as it is until ${endsOn}.`, heading },
        paragraphs: [
          `The renewal of the plan of ${workspaceName}, ${sum}, could not be charged. We try the card again in the next days; you can also pay now, with this card or another.`,
          isClient
            ? `Until ${endsOn} your plan stays, and so do the credits you have. The credits of the new month come once it is paid.`
            : `Until ${endsOn} everything stays: your agents, your limits and the credits you have. The credits of the new month come once it is paid.`,
          isClient
            ? `If it is not paid by ${endsOn}, the plan ends and the invoice is void. Nothing is deleted, and credits stay.`
            : `If it is not paid by ${endsOn}, the plan ends, the invoice is void, and the workspace goes on on the free plan. Nothing is deleted, and credits stay.`,
        ],
        ...(url === '' ? {} : { action: { label: 'Pay now', url } }),
        footnote: `You get this mail because you may pay for ${workspaceName} at ${brandName}. After the fourth no more follow.`,
      };
    },
    recharge_paused: ({ workspaceName, why, isSeller, url }, brandName) => {
      const heading = `Automatic recharge of ${workspaceName} is paused`;
      const reasons = {
        declined: 'The card was declined three times, so we do not try it any more.',
        holder_needed:
          'The bank wants the holder of the card to confirm the payment, which nobody can do while we charge it by ourselves.',
        card_refused: 'The bank says that this card is not to be charged any more.',
      };
      return {
        ...{ subject: heading, preview: 'No credits are bought until somebody looks at it.', heading },
        paragraphs: [
          reasons[why],
          isSeller
            ? `Credits are sold to ${workspaceName} again once its people try again or add another card: they were mailed in your name. Its agents answer as long as credits are left. You can give it some of yours.`
            : 'No credits are bought until you try again or add another card. Your agents answer as long as credits are left.',
        ],
        ...(url === '' ? {} : { action: { label: isSeller ? 'Open the org' : 'Open billing', url } }),
        footnote: isSeller
          ? `You get this mail because ${workspaceName} buys credits of your workspace at ${brandName}.`
          : `You get this mail because you may pay for ${workspaceName} at ${brandName}.`,
      };
    },
  },
};
