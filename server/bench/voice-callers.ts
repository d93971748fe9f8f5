import { setTimeout as wait } from 'node:timers/promises';
import { openBrowserCaller } from '../test/harness/browser-caller.ts';
import { openSoundCaller } from '../test/harness/sound-caller.ts';
import type { BenchServer } from './harness.ts';

const QUESTION = 'When is the shop open?';
const SAID_MS = 400;

/** One caller's questions: how many milliseconds after each the answer began, and how often its sound ran dry. */
export type Talked = { conversationId: string; beganMs: number[]; underruns: number };
type Asked = { server: BenchServer; agentId: string; turns: number };

async function dial({ origin }: BenchServer, agentId: string) {
  const post = async (path: string, bearer = '') => {
    const headers = { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) };
    const response = await fetch(`${origin}/api/na${path}`, { method: 'POST', headers, body: '{}' });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<Record<string, string>>;
  };
  const { conversationId = '', visitorToken } = await post(`/public/agents/${agentId}/conversations`);
  const { callId = '', secret = '' } = await post(`/public/conversations/${conversationId}/calls`, visitorToken);
  return { conversationId, opened: { callId, secret } };
}

/** The browser listens and speaks: from what was said to the first words that it is to speak. */
export async function talkInBrowser({ server, agentId, turns }: Asked): Promise<Talked> {
  const { conversationId, opened } = await dial(server, agentId);
  const caller = await openBrowserCaller(server.origin, 'na', opened, {}, 1);
  await caller.untilListening();
  const beganMs: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const before = caller.messages.length;
    const at = performance.now();
    caller.tell({ type: 'final', text: QUESTION });
    await caller.until(() => caller.messages.slice(before).some(({ type }) => type === 'say'));
    beganMs.push(performance.now() - at);
    await caller.untilListening();
    await wait(50);
  }
  caller.hangUp();
  return { conversationId, beganMs, underruns: 0 };
}

/** Sound travels: from the end of the voice to the first sound that the page plays. */
export async function talkInSound({ server, agentId, turns }: Asked): Promise<Talked> {
  const { conversationId, opened } = await dial(server, agentId);
  const caller = await openSoundCaller({ origin: server.origin, region: 'na', opened });
  await caller.untilListening();
  const beganMs: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    // They do not all speak in the same moment.
    await wait(200 + Math.random() * 600);
    beganMs.push(await caller.waitAfter(SAID_MS));
    await caller.untilListening();
  }
  if (caller.mode() !== 'server') throw new Error(`a call was taken by ${caller.mode()}`);
  caller.hangUp();
  return { conversationId, beganMs, underruns: caller.underruns() };
}
