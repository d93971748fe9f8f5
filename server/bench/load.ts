import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { VisitorReport } from './visitors.ts';

const script = fileURLToPath(new URL('./visitors.ts', import.meta.url));

/** `cpuMs` is what this process, the server, spent a turn: unlike times, it hardly depends on who else uses the machine. */
export type LoadReport = VisitorReport & { cpuMs: number };

type Load = {
  origin: string;
  agentId: string;
  visitors: number;
  rounds: number;
  /** Before it arrives, and before each question, a visitor waits up to this long. */
  spreadMs?: number;
};

/** Visitors in a second process, each with its open stream. `ask` lets them ask and returns what they saw from then on. */
export async function arriveVisitors(load: Load): Promise<{ ask(): Promise<LoadReport> }> {
  const child = fork(script, { execArgv: [] });
  child.send({ spreadMs: 0, ...load });
  await once(child, 'message');
  return {
    async ask() {
      const before = process.cpuUsage();
      child.send('ask');
      const [report] = await once(child, 'message');
      const { user, system } = process.cpuUsage(before);
      child.kill();
      return { ...(report as VisitorReport), cpuMs: (user + system) / 1_000 / (load.visitors * load.rounds) };
    },
  };
}

export const runVisitors = async (load: Load): Promise<LoadReport> => (await arriveVisitors(load)).ask();
