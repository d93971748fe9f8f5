/** The load, in a process of its own: visitors with an open stream each. Talks to its parent over IPC. */
import http from 'node:http';

type Task = { origin: string; agentId: string; visitors: number; rounds: number; spreadMs: number };
export type VisitorReport = { firstTokenMs: number[]; replyMs: number[]; failures: number };

const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

function request(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, headers, agent }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

async function readJson(response: http.IncomingMessage) {
  let text = '';
  for await (const chunk of response) text += chunk;
  return JSON.parse(text);
}

/** Nothing is measured before all have arrived. */
const ARRIVAL_MS_MAX = 2_000;

// People neither arrive nor ask in the same instant.
const hesitate = (spreadMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * spreadMs));

/** Opens a conversation and its stream. Returns what asks `rounds` times, waiting for each reply. */
async function arrive({ origin, agentId, rounds, spreadMs }: Task, report: VisitorReport) {
  await hesitate(Math.min(spreadMs, ARRIVAL_MS_MAX));
  const json = { 'content-type': 'application/json' };
  const api = `${origin}/api/na/public`;
  const started = await readJson(await request(`${api}/agents/${agentId}/conversations`, 'POST', json, '{}'));
  const headers = { ...json, authorization: `Bearer ${started.visitorToken}` };
  const stream = await request(`${api}/conversations/${started.conversationId}/events`, 'GET', headers);
  let onEvent: (name: string) => void = () => {};
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    rest += chunk;
    const frames = rest.split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) onEvent(/^event: (.*)$/m.exec(frame)?.[1] ?? '');
  });
  return async () => {
    for (let round = 0; round < rounds; round += 1) {
      await hesitate(spreadMs);
      const sentMs = performance.now();
      await new Promise<void>((resolve, reject) => {
        let firstMs = 0;
        onEvent = (name) => {
          if (name === 'delta') firstMs ||= performance.now();
          if (name !== 'done' && name !== 'error') return;
          if (name === 'error' || firstMs === 0) report.failures += 1;
          else {
            report.firstTokenMs.push(firstMs - sentMs);
            report.replyMs.push(performance.now() - firstMs);
          }
          resolve();
        };
        const body = JSON.stringify({ id: crypto.randomUUID(), text: 'When is the shop open?' });
        request(`${api}/conversations/${started.conversationId}/messages`, 'POST', headers, body).then(
          (response) => response.resume(),
          reject,
        );
      });
    }
    stream.destroy();
  };
}

process.once('message', async (task: Task) => {
  const report: VisitorReport = { firstTokenMs: [], replyMs: [], failures: 0 };
  const visitors = await Promise.all(Array.from({ length: task.visitors }, () => arrive(task, report)));
  // Nobody asks before all have arrived: what is measured are turns, not the opening of conversations.
  process.once('message', async () => {
    await Promise.all(visitors.map((ask) => ask()));
    process.send?.(report);
  });
  process.send?.('arrived');
});
