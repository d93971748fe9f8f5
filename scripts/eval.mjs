// `npm run eval -- FILE.jsonl [--json] [--misses] [--of 4]`: how well an agent that knows the corpus finds and answers, or, with
// `--of`, agents that know four of its documents each. One corpus a line:
// {"id","docs":[{"id","title","text"}],"questions":[{"q","context":["earlier visitor turns"],"relevant":["docId"],"answerable":true,
// "says":["what the answer must hold"],"never":["and what it must not"]}]}
import { parseArgs } from 'node:util';
import { handOver } from './runtime.mjs';

handOver('eval.mjs');
const { evaluate } = await import('../server/bench/eval.ts');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, misses: { type: 'boolean' }, of: { type: 'string', default: '0' } },
});
const [file] = positionals;
if (!file) {
  console.error('usage: npm run eval -- FILE.jsonl [--json] [--misses] [--of 4]');
  process.exit(2);
}
try {
  const { corpora, all } = await evaluate(file, Number(values.of), values.json ? undefined : print);
  if (values.json) console.log(JSON.stringify({ corpora: corpora.map(withoutAsked), all }, null, 2));
  else print({ id: 'all', docs: corpora.reduce((sum, { docs }) => sum + docs, 0), asked: [], ...all });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

function said({ saidRight, saidElse }) {
  return saidRight === null ? '' : ` | said: right ${saidRight.toFixed(3)}, something else ${saidElse.toFixed(3)}`;
}

function withoutAsked({ asked, ...figures }) {
  return figures;
}

function print({ id, docs, questions, asked, ...figures }) {
  const share = (number) => (number === null ? '-' : number.toFixed(3));
  console.log(
    `${id}: ${docs} docs, ${questions} questions | hit@1 ${share(figures['hit@1'])}  hit@5 ${share(figures['hit@5'])}  ` +
      `recall@5 ${share(figures['recall@5'])}  MRR@10 ${share(figures['mrr@10'])} | refused: unanswerable ` +
      `${share(figures.unanswerableRefused)}, answerable ${share(figures.answerableRefused)} | unsure of what is answered: unanswerable ` +
      `${share(figures.unanswerableUnsure)}, answerable ${share(figures.answerableUnsure)} ${said(figures)} | confidence: area ` +
      `${share(figures.auc)}, ${share(figures.refusedAt15)} refused at 0.15 wrong refusals | ` +
      `${figures.msMedian.toFixed(1)} ms a question (p95 ${figures.msP95.toFixed(1)})`,
  );
  if (!values.misses) return;
  for (const { q, ranked, relevant, isAnswerable, isAnswered, isRight, confidence, answer } of asked) {
    if (isAnswerable && !relevant.includes(ranked[0]))
      console.log(`  found ${ranked.slice(0, 3)} for ${relevant}: ${q}`);
    if (isAnswerable && isAnswered && isRight === false) console.log(`  said something else: ${q} -> ${answer}`);
    if (isAnswerable !== isAnswered)
      console.log(
        `  ${isAnswered ? 'answered' : 'refused'} at ${confidence.toFixed(2)}: ${q}${isAnswered ? ` -> ${answer}` : ''}`,
      );
  }
}
