import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** `sender`: who is told of what cannot be delivered. */
export type ReceivedMail = ParsedMail & { raw: string; sender: string; recipients: string[] };

type Refusal = { code: number; message: string } | null;

/** A real SMTP server on a free port of this machine. `refuse` answers a recipient or a sender with a code instead of taking the mail. */
export async function startSmtpInbox(
  options: { refuse?: (to: string) => Refusal; refuseSender?: (from: string) => Refusal; password?: string } = {},
) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 200,
    onAuth: ({ password }, _session, done) =>
      password === options.password ? done(null, { user: 'mailer' }) : done(new Error('Invalid login')),
    onMailFrom({ address }, _session, done) {
      const refusal = options.refuseSender?.(address);
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null);
    },
    onRcptTo({ address }, _session, done) {
      const refusal = options.refuse?.(address);
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
        mails.push({ ...(await simpleParser(raw)), raw, sender, recipients });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
