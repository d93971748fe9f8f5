// `npm run move-workspace -- --workspace UID`: to another database of its region (docs/runbooks/moving-a-workspace.md).
import { readSettings } from './payments-stand-in.mjs';
import { fail, handOver } from './runtime.mjs';

handOver('move-workspace.mjs');
const { runMoveCommand } = await import('../server/src/app-cells.ts');
const stoppedMs = await runMoveCommand(readSettings(process.env), process.argv.slice(2), (step) =>
  console.log(step),
).catch((error) => fail(error.message || String(error)));
console.log(stoppedMs === 0 ? 'moved, as it was begun before' : `moved; it was not written for ${stoppedMs} ms`);
