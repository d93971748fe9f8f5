// `npm run eval:follow-ups [-- --misses]`: the second questions of server/bench/corpus/follow-ups.jsonl, each asked after another.
import { parseArgs } from 'node:util';
import { handOver } from './runtime.mjs';

handOver('eval-follow-ups.mjs');
const { openEmbedded } = await import('../server/src/db/open-embedded.ts');
const { followUp, followUpFigures, followUpsFile } = await import('../server/bench/follow-ups.ts');

const { values } = parseArgs({ options: { misses: { type: 'boolean' } } });
const database = await openEmbedded('na', 'memory');
try {
  const followed = await followUp(database, followUpsFile);
  const { pairs, ...figures } = followUpFigures(followed);
  console.log(`${pairs} pairs`);
  for (const [name, share] of Object.entries(figures)) console.log(`  ${name} ${share.toFixed(3)}`);
  if (values.misses) for (const one of followed) printMiss(one);
} finally {
  await database.close();
}

function printMiss({ agent, first, second, leans, relevant, searched, answer, isWrongSaid, isRight, isSame }) {
  if (leans ? isRight : isSame && isRight) return;
  const what = leans ? 'leans' : isSame ? 'alone, as if asked first' : 'alone';
  console.log(`${agent}, ${what}${isWrongSaid ? ', wrong said' : ''}: ${first} => ${second} (${relevant})`);
  console.log(`  searched for ${JSON.stringify(searched)}\n  said ${JSON.stringify(answer)}`);
}
