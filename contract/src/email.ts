import { oc } from '@orpc/contract';
import * as z from 'zod';
import { EmailId } from './ids.ts';

/** `kept`: no provider is set, so that it went nowhere. */
export const EmailState = z.enum(['queued', 'sent', 'failed', 'kept']);
export type EmailState = z.infer<typeof EmailState>;

export const OutboxEmail = z.object({
  id: EmailId,
  to: z.string(),
  subject: z.string(),
  state: EmailState,
  createdAt: z.iso.datetime(),
});
export type OutboxEmail = z.infer<typeof OutboxEmail>;

const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'GET', path, summary, tags: ['Development'], successStatus: 200 });

/**
 * Mails of a server that has no provider, for whoever sits at the machine itself. Anywhere else (in production, with a
 * provider, from another machine, through a proxy) it is not found.
 */
export const emailContract = {
  listOutbox: route('/outbox', 'List the mails of the development outbox').output(
    z.object({ items: z.array(OutboxEmail) }),
  ),
  getOutboxEmail: route('/outbox/{emailId}', 'Read a mail of the development outbox')
    .input(z.object({ emailId: EmailId }))
    .output(OutboxEmail.extend({ html: z.string(), text: z.string() })),
};
