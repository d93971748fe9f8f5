/** A mail's words, before any layout. */
export type Letter = {
  subject: string;
  /** The first line that a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** The one button; its address also stands in full below it, for those who cannot press it. */
  action?: { label: string; url: string };
  /** A code to type, in large digits. */
  code?: string;
  /** Why the reader gets this, and what to do if it was not them. */
  footnote: string;
};

/** `brandName` stands at the head and foot of the mail. */
export type RenderLetter = (letter: Letter, brandName: string) => Promise<{ html: string; text: string }>;

export type OutgoingEmail = {
  /** The mail's own id: the same one for every attempt, so that the far end can tell a second sending. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Stands in place of the configured sender's name; the address stays. One line. */
  senderName?: string;
};

/** Hands a mail to a provider. Throws a `VendorFailure`; `invalid` means that no further attempt can help. */
export type EmailTransport = { send(mail: OutgoingEmail): Promise<void> };
