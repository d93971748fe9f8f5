import { ok } from '../factories/api-factory.ts';
import { type TestApi, until } from './api.ts';

export type KeptMail = { id: string; to: string; subject: string; text: string; html: string };

/** Mails of a server without a provider, read as a developer reads them. */
export async function listMails(api: Pick<TestApi, 'call'>, to: string): Promise<KeptMail[]> {
  const { items } = ok(await api.call('GET', '/outbox')) as { items: { id: string; to: string }[] };
  const own = items.filter((mail) => mail.to === to);
  return Promise.all(own.map(async ({ id }) => ok(await api.call('GET', `/outbox/${id}`))));
}

/** The newest mail to the address whose subject has these words. */
export async function awaitMail(api: Pick<TestApi, 'call'>, to: string, words: string): Promise<KeptMail> {
  const mails = await until(
    async () => (await listMails(api, to)).filter(({ subject }) => subject.includes(words)),
    (found) => found.length > 0,
  );
  return mails[0]!;
}

/** The token behind the `#` of the mail's link. */
export function tokenOf({ text }: KeptMail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}
