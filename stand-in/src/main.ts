import { startStandIn } from './start-stand-in.ts';

const { PORT = '4010', HOST = '127.0.0.1', JOURNAL = 'data/stand-in/journal.jsonl', PAGES_URL } = process.env;

const { url, close } = await startStandIn({
  port: Number(PORT),
  host: HOST,
  journal: JOURNAL,
  ...(PAGES_URL ? { pagesUrl: PAGES_URL.replace(/\/$/, '') } : {}),
});
// To whoever started it, where it was started by a program, and to nobody's terminal then.
if (process.send) process.send({ url });
else process.stdout.write(`The stand-in of the payment provider is ready: ${url}\n`);

const stop = () => void close().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Whoever started it is gone, however it ended.
process.on('disconnect', stop);
