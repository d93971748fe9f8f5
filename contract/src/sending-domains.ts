import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CheckedRecord } from './dns-records.ts';
import { SendingDomainId, WorkspaceUid } from './ids.ts';

/** `temporary_failure`: it was verified, and is again as soon as its records are back; `failure`: Verify starts anew. */
export const SENDING_DOMAIN_STATUSES = ['not_started', 'pending', 'verified', 'temporary_failure', 'failure'] as const;
export const SendingDomainStatus = z.enum(SENDING_DOMAIN_STATUSES);
export type SendingDomainStatus = z.infer<typeof SendingDomainStatus>;

export const MailRecord = CheckedRecord.extend({
  record: z.enum(['SPF', 'DKIM']),
  ttl: z.literal('Auto'),
  status: SendingDomainStatus,
});
export type MailRecord = z.infer<typeof MailRecord>;

export const SendingDomain = z.object({
  id: SendingDomainId,
  domain: z.string(),
  status: SendingDomainStatus,
  records: z.array(MailRecord).describe('Empty until the email service has answered'),
  checkedAt: z.iso.datetime().nullable(),
  sender: z.string().describe('From which address mails leave once it is verified'),
  remindedEmail: z.string().describe('Who is reminded of missing records; empty where nobody is'),
});
export type SendingDomain = z.infer<typeof SendingDomain>;

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Agency'], successStatus: 200 });
const success = z.literal(true);
const byId = z.object({ id: SendingDomainId });
const answer = z.object({ data: SendingDomain });
const uid = WorkspaceUid.optional().describe('Of whom, where it is not the header that says so');
const ignored = (charsMax: number) => z.string().max(charsMax).optional().describe('Accepted and ignored');

/** The domain from which an agency's mails leave. The header `x-workspace` says of which workspace. */
export const sendingDomainsContract = {
  add: route('POST', '/resend/domains/{domain}', 'Add a domain to send mails from')
    .input(z.object({ domain: z.string().max(300), uid, userId: ignored(64), agencyId: ignored(64) }))
    .output(answer),
  verify: route('POST', '/resend/domains/{id}/verify', 'Have the records of the sending domain checked')
    .input(byId)
    .output(answer),
  get: route('GET', '/resend/domains/{id}', 'The sending domain, its records as they were found last')
    .input(byId)
    .output(answer),
  remove: route('DELETE', '/resend/domains/{id}', 'Remove the sending domain')
    .input(byId)
    .output(z.object({ success })),
  sendInstructions: route('POST', '/mail/send-dns-instructions', 'Mail the records to whoever keeps the domain')
    .input(
      z.object({
        to: z.string().max(320),
        uid,
        domainType: z.literal('customDomain').optional().describe('Of the domain on which clients reach the agency'),
        subject: ignored(1_000),
        htmlContent: ignored(500_000),
        fromDisplayName: ignored(1_000),
      }),
    )
    .output(z.object({ success, message: z.string() })),
  stopReminder: route('DELETE', '/resend/domains/{id}/reminder', 'No more mails about missing records')
    .input(byId)
    .output(z.object({ success })),
};
