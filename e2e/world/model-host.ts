import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../server/test/harness/model-server-process.ts', import.meta.url));

export type ModelHost = { process: ChildProcess; baseURL: string; hostAndPort: string };

/** An OpenAI-compatible host of our own, as a process that can be stopped; its models behave as their names say. */
export async function startModelHost(): Promise<ModelHost> {
  const child = spawn('node', [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { process: child, ...(JSON.parse(String(line)) as { baseURL: string; hostAndPort: string }) };
}
