import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { VisitorReport } from './visitors.ts';

const script = fileURLToPath(new URL('./visitors.ts', import.meta.url));

/** `cpuMs` is what this process, the server, spent a turn: unlike times, it hardly depends on who else uses the machine. */
export type LoadReport = VisitorReport & { cpuMs: number };

/** Runs visitors in a second process and returns what they saw from the moment when all had arrived. */
export async function runVisitors(task: {
  origin: string;
  agentId: string;
  visitors: number;
  rounds: number;
  /** Before it arrives, and before each question, a visitor waits up to this long. */
  spreadMs?: number;
}): Promise<LoadReport> {
  const child = fork(script);
  child.send({ spreadMs: 0, ...task });
  await once(child, 'message');
  const before = process.cpuUsage();
  child.send('ask');
  const [report] = await once(child, 'message');
  const { user, system } = process.cpuUsage(before);
  child.kill();
  return { ...(report as VisitorReport), cpuMs: (user + system) / 1_000 / (task.visitors * task.rounds) };
}
