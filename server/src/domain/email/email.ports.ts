import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';

/** What one mail says. */
export type LetterWords = {
  subject: string;
  /** The first line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** The one button; its address also stands in full below it, for those who cannot press it. */
  action?: { label: string; url: string };
  /** A code to type, in large digits. */
  code?: string;
  /** Each a few lines that are copied as they are. */
  records?: { label: string; value: string }[][];
  /** In small, below all that the mail is about. */
  aside?: { label: string; url: string };
  /** Why the reader gets this, and what to do if it was not them. */
  footnote: string;
};

/** A mail's words, before any layout. Names in a right-to-left sentence stand between U+2068 and U+2069. */
export type Letter = LetterWords & {
  language: DashboardLanguage;
  /** Before the address that stands in full. */
  orOpen: string;
};

/** Every mail that the platform writes, and what it is filled with. A new one needs its words in each of `letters/`. */
export type EmailTemplates = {
  magic_link: { url: string; minutes: number };
  sign_in_code: { code: string; minutes: number };
  reset_password: { url: string; minutes: number };
  verify_email: { url: string; hours: number };
  password_changed: { name: string };
  new_email: { code: string; minutes: number };
  /** To who has an account with the address that another account wants. */
  new_email_taken: Record<string, never>;
  /** To the address before. */
  email_changed: { name: string };
  workspace_invitation: { workspaceName: string; inviterName: string; url: string; days: number };
  /** `status` null: no answer came, for the reason in `error`, which is a technical sentence. */
  webhook_failing: { host: string; status: number | null; error: string; isPaused: boolean; url: string };
  /** Title and body are in the reader's language already; `paragraphs` is what a visitor left for a person. */
  notification: { title: string; body: string; paragraphs?: string[]; url: string };
  /** What a visitor left for a person; `paragraphs` is their message, empty where they wrote none. */
  contact_left: { agent: string; name: string; email: string; paragraphs: string[]; url: string };
  /** To a visitor: what an operator said after they had gone. `paragraphs`: the last messages, theirs after `> `. */
  /** `earlier` is not in those that an older release had queued. */
  operator_reply: { operator: string; agent: string; paragraphs: string[]; earlier?: string[]; url: string };
  /** An archive of the workspace; `isReady` false: it could not be made. */
  export_ended: { workspaceName: string; isReady: boolean; url: string; days: number };
  log_entry: { type: string; channel: string; content: string };
  client_invitation: { clientName: string; email: string; url: string; hours: number };
  client_login_code: { code: string; minutes: number; url: string };
  /** `byAgency`: it was not the client themselves. `contact`: whom to tell, a name or an address. */
  client_password_changed: { clientName: string; byAgency: boolean; contact: string; url: string };
  client_email_changed: { clientName: string; byAgency: boolean; contact: string };
  client_new_email: { clientName: string; code: string; minutes: number };
  client_feedback: { name: string; email: string; paragraphs: string[]; files: string[] };
  /** To whoever keeps a domain, who may have no account. */
  dns_instructions: { domain: string; records: LetterRecord[]; purpose?: DomainPurpose };
  /** `records`: what is missing. */
  dns_reminder: {
    domain: string;
    agencyName: string;
    records: LetterRecord[];
    url: string;
    stopUrl: string;
    purpose?: DomainPurpose;
  };
  /** To who owns the workspace. */
  custom_domain: { domain: string; agencyName: string; became: DomainBecame; url: string };
  /**
   * To who pays for a workspace, or as a client for an org (then that is what `workspaceName` names). `which`: 0 on the first day, 3 is the
   * last. Sum and date are in the reader's language already.
   */
  payment_overdue: {
    workspaceName: string;
    sum: string;
    endsOn: string;
    which: number;
    isClient: boolean;
    url: string;
  };
  /**
   * No credits are bought by themselves any more: to who pays for a workspace, or as a client for an org (then that is what `workspaceName`
   * names). `isSeller`: to the agency of that org.
   */
  recharge_paused: {
    workspaceName: string;
    why: 'declined' | 'holder_needed' | 'card_refused';
    isSeller: boolean;
    url: string;
  };
};
/** What a domain is for: mails leave from it, where nothing is said, or clients reach an agency on it. */
export type DomainPurpose = 'sending' | 'custom';
/** What became of an agency's own domain. `expired`, `displaced`: it is the agency's no more. */
export type DomainBecame = 'live' | 'failing' | 'suspended' | 'unpaid' | 'expired' | 'displaced';
/** A record of the name system, its name in full. */
export type LetterRecord = { type: string; name: string; value: string; priority?: number };
export type EmailTemplate = keyof EmailTemplates;

/** One mail to be queued: the template decides the props. */
export type TemplatedEmail = {
  [Name in EmailTemplate]: { template: Name; props: EmailTemplates[Name] };
}[EmailTemplate];

/** All mails in one language. What a person typed is given as one line of bounded length. */
export type Letters = {
  orOpen: string;
  write: { [Name in EmailTemplate]: (props: EmailTemplates[Name], brandName: string) => LetterWords };
};

/** `name` stands at the head and foot of the mail; `color` is that of its button, as `#rrggbb`, null: the product's own. */
export type MailBrand = { name: string; color: string | null };

export type RenderLetter = (letter: Letter, brand: MailBrand) => Promise<{ html: string; text: string }>;

/** The color of a workspace's agency, as `#rrggbb`; null where it is none. */
export type FindBrandColor = (workspaceUid: WorkspaceUid) => Promise<string | null>;

export type OutgoingEmail = {
  /** The mail's own id: the same one for every attempt, so that the far end can tell a second sending. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Stands in place of the configured sender's name. One line. */
  senderName?: string;
  /** Stands in place of the configured sender's address. */
  sender?: Sender;
};

/** An address of a domain that an agency has shown to be its own. */
export type Sender = {
  address: string;
  /** Empty: answers go nowhere. */
  replyTo: string;
  /** Who is told of what cannot be delivered; null: whoever the installation's own mails name. */
  returnPath: string | null;
  /** Signs each mail; null where the provider does. */
  dkim: { domain: string; selector: string; privateKey: string } | null;
};

/**
 * From where the mails leave that a workspace sends in its agency's name; null: from the configured sender. `refused` is called
 * when the provider did not take a mail from there, and took the same one from the configured sender.
 */
export type FindSender = (workspaceUid: WorkspaceUid) => Promise<(Sender & { refused(): Promise<void> }) | null>;

/** Hands a mail to a provider. Throws a `VendorFailure`; `invalid` means that no further attempt can help. */
export type EmailTransport = { send(mail: OutgoingEmail): Promise<void> };
