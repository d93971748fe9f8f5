import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type RunningServer, startServer } from './server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** For what no call can do yet: the server stops, the statements run on its embedded database, and it starts again. */
export async function runSql(server: RunningServer, ...statements: string[]): Promise<RunningServer> {
  const { dataDir } = server;
  const port = Number(new URL(server.origin).port);
  await server.stop();
  execFileSync('node', ['server/test/run-sql.ts', 'na', `${dataDir}/na`, ...statements], {
    cwd: root,
    stdio: 'inherit',
  });
  return startServer({ dataDir, port });
}
