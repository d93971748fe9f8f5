import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { VisitorReport } from './visitors.ts';

const script = fileURLToPath(new URL('./visitors.ts', import.meta.url));

/** Runs visitors in a second process and returns what they saw. */
export async function runVisitors(task: {
  origin: string;
  agentId: string;
  visitors: number;
  rounds: number;
  /** Before it arrives, and before each question, a visitor waits up to this long. */
  spreadMs?: number;
}): Promise<VisitorReport> {
  const child = fork(script);
  child.send({ spreadMs: 0, ...task });
  const [report] = await once(child, 'message');
  child.kill();
  return report as VisitorReport;
}
