// Fifty callers of one tenant that take what they get: searches, exports, reports and streams, without heeding when they are told
// to come again. Prints how often they were answered what, as a line of JSON each second.
import { setTimeout as wait } from 'node:timers/promises';

const { origin, uid, key, agentId } = JSON.parse(process.argv[2] ?? '') as Record<string, string>;
const PAUSE_MS = 400;
const answered: Record<string, number> = {};
/** Refusals that did not say what they are, or when to come again. */
let unclear = 0;

async function ask(path: string, isStream = false) {
  const leaving = new AbortController();
  try {
    const response = await fetch(`${origin}/api/na${path}`, {
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': `203.0.${Math.floor(Math.random() * 200)}.1` },
      signal: leaving.signal,
    });
    answered[response.status] = (answered[response.status] ?? 0) + 1;
    if (isStream && response.status === 200) {
      await wait(5_000);
      leaving.abort();
      return;
    }
    const text = await response.text();
    const isClear =
      response.status !== 429 ||
      (text.includes('"rate_limited"') && Number(response.headers.get('retry-after') ?? 0) > 0);
    if (!isClear) unclear += 1;
  } catch {
    answered.cut = (answered.cut ?? 0) + 1;
  }
}

async function callFor(ever: () => Promise<void>) {
  for (;;) {
    await ever();
    await wait(PAUSE_MS);
  }
}

for (let n = 0; n < 25; n += 1)
  void callFor(() =>
    ask(`/v2/workspaces/${uid}/conversations?search=${encodeURIComponent(`nowhere to be found ${n}`)}`),
  );
for (let n = 0; n < 5; n += 1) void callFor(() => ask(`/v2/workspaces/${uid}/conversations/export?format=jsonl`));
for (let n = 0; n < 10; n += 1) void callFor(() => ask(`/v2/agents/${agentId}/unanswered?limit=100`));
for (let n = 0; n < 10; n += 1)
  void callFor(async () => {
    await Promise.all(Array.from({ length: 4 }, () => ask(`/v2/workspaces/${uid}/events`, true)));
  });
setInterval(() => process.stdout.write(`${JSON.stringify({ answered, unclear })}\n`), 500);
