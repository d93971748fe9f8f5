import pino from 'pino';
import { openCell } from '../src/db/copy-between.ts';
import { moveWorkspace, type Step } from '../src/domain/cells/move-workspace.ts';
import { startQueue } from '../src/jobs/queue.ts';
import { makeConversation } from '../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../test/factories/knowledge-factory.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';

const CONVERSATIONS = 20_000;
const EACH = 10;
const WITHIN_MS = 120_000;

/** How long a workspace with 200,000 messages is not written while it moves to another database of the same machine. */
export async function timeWorkspaceMove(server: string): Promise<void> {
  const cells = [await createPostgresDatabase(server, 2), await createPostgresDatabase(server, 2)] as const;
  // The queue makes its tables at its first start.
  for (const { database } of cells) {
    const log = pino({ enabled: false });
    await (await startQueue({ database, deps: {}, jobs: [], listeners: [], schedules: [], log })).stop();
  }
  const [{ database }] = cells;
  const { scope, agentId } = await makeKnowledgeAgent(database);
  const first = await makeConversation(database, scope, agentId, []);
  const [source, target] = await Promise.all([openCell(cells[0].url), openCell(cells[1].url)]);
  await source.query(
    `insert into conversations (id, workspace_uid, agent_id, visitor_token_hash, variables)
     select 'cv_' || n, workspace_uid, agent_id, 'hash ' || n, variables from conversations, generate_series(1, $2::int) n where id = $1`,
    [first, CONVERSATIONS],
  );
  await source.query(
    `insert into messages (id, conversation_id, workspace_uid, agent_id, position, role, state, text)
     select c.id || '-' || n, c.id, c.workspace_uid, c.agent_id, n, 'visitor', 'complete',
       'What somebody wrote of about two hundred characters. ' || repeat(md5(c.id || n), 4)
     from conversations c, generate_series(1, $2::int) n where c.id <> $1`,
    [first, EACH],
  );
  await source.query('analyze');
  const at: Partial<Record<Step, number>> = {};
  const onStep = (step: Step) => {
    at[step] = performance.now();
  };
  await moveWorkspace({ source, target, uid: scope.workspaceUid, withinMs: WITHIN_MS, onStep });
  const seconds = (from: Step, to: Step) => (((at[to] ?? 0) - (at[from] ?? 0)) / 1_000).toFixed(1);
  console.log(
    `SCALE a workspace of ${CONVERSATIONS * EACH} messages moves: not written for ${seconds('moving', 'here')} s ` +
      `(${seconds('quiet', 'copied')} s to copy and compare), its rows at the source gone ${seconds('here', 'gone')} s later`,
  );
  await Promise.all([source.end(), target.end()]);
  for (const { drop } of cells) await drop();
}
