import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf } from './program-of.ts';

const MAIN = programOf('../../../stand-in/src/main.ts', import.meta.url, 'stand-in');
export const STAND_IN_KEY = 'sk_test_na';

export type PaymentsStandIn = Awaited<ReturnType<typeof startPaymentsStandIn>>;

/** The stand-in of the payment provider as `npm start` starts it: a process of its own. `restart` kills it before. */
export async function startPaymentsStandIn() {
  const folder = mkdtempSync(join(tmpdir(), 'payments-'));
  let running = await launch(join(folder, 'journal.jsonl'), 0);
  const port = Number(new URL(running.url).port);
  const post = async (path: string, body: string, type: string, account?: string) => {
    const answer = await fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${STAND_IN_KEY}`,
        'content-type': type,
        ...(account ? { 'stripe-account': account } : {}),
      },
      body,
    });
    // biome-ignore lint/suspicious/noExplicitAny: each call answers something else
    const read = (await answer.json()) as any;
    if (!answer.ok) throw new Error(read.error.message);
    return read;
  };
  return {
    url: running.url,
    /** Turns what the world outside does (stand-in/README.md). */
    knob: (name: string, body: object) => post(`/_knobs/${name}`, JSON.stringify(body), 'application/json'),
    /** A call of somebody else's: the Dashboard, or a browser. */
    call: (path: string, fields: Record<string, string>, account?: string) =>
      post(path, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', account),
    /** An agency's account, connected to the platform's. */
    async createAccount(): Promise<string> {
      const asked = { contact_email: 'agency@example.com', dashboard: 'full', identity: { country: 'us' } };
      return (await post('/v2/core/accounts', JSON.stringify(asked), 'application/json')).id;
    },
    async list(path: string, account?: string) {
      const headers = { authorization: `Bearer ${STAND_IN_KEY}`, ...(account ? { 'stripe-account': account } : {}) };
      const answer = await fetch(`${running.url}${path}`, { headers });
      // biome-ignore lint/suspicious/noExplicitAny: lists of everything
      return ((await answer.json()) as any).data as any[];
    },
    async restart() {
      await end(running.child);
      running = await launch(join(folder, 'journal.jsonl'), port);
    },
    async stop() {
      await end(running.child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(journal: string, port: number) {
  const child = fork(MAIN, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, PORT: String(port), HOST: '127.0.0.1', JOURNAL: journal },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return { child, url: message.url };
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
