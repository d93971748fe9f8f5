import { writeSync } from 'node:fs';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { openCell } from '../../src/db/copy-between.ts';
import { moveWorkspace, NotMoved } from '../../src/domain/cells/move-workspace.ts';

/** Moves one workspace, as the operator's command does, and stands still at `stopAt`, to be killed there. */
const [from = '', to = '', uid = '', withinMs = '', stopAt = ''] = process.argv.slice(2);
const [source, target] = await Promise.all([from, to].map(openCell));
if (!source || !target) throw new Error('two addresses are needed');
await moveWorkspace({
  source,
  target,
  uid: uid as WorkspaceUid,
  withinMs: Number(withinMs),
  onStep(step) {
    writeSync(1, `${step}\n`);
    if (step === stopAt) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
}).then(
  () => writeSync(1, 'moved\n'),
  (error: unknown) => writeSync(1, error instanceof NotMoved ? `refused: ${error.message}\n` : `failed: ${error}\n`),
);
await Promise.all([source.end(), target.end()]);
