import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Hundredths of a second, as Linux counts the time of processes. */
const TICKS_A_SECOND = 100;

const statOf = (pid: string | number) => {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
};

/** Milliseconds of processor time that a PostgreSQL on this machine took so far, all of its processes together. */
export function postgresCpuMs(backendPid: number): number {
  const postmaster = statOf(backendPid)[1] as string;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = statOf(pid);
      // Of the postmaster those that have ended as well.
      if (pid === postmaster) ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(stat[at]), 0);
      else if (stat[1] === postmaster) ticks += Number(stat[11]) + Number(stat[12]);
    } catch {
      // It has ended since it was listed.
    }
  return (ticks * 1_000) / TICKS_A_SECOND;
}

/** Counts what this process sends to PostgreSQL from now on, by function or by the words that a statement begins with. */
export function countStatements() {
  const counts = new Map<string, number>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: Parameters<typeof query>) {
    const [given] = args as unknown as [string | { text?: string }];
    const text = typeof given === 'string' ? given : (given?.text ?? '');
    const name = nameOf(text);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return {
    counts,
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}

const nameOf = (text: string) =>
  /lateral (\w+)\(/.exec(text)?.[1] ??
  text
    .replace(/\s+/g, ' ')
    .replace(/^(select|delete|insert|update|with|begin)\b.*?\b(from|into|update) "?([\w.]+).*/is, '$1 $3')
    .slice(0, 60);
