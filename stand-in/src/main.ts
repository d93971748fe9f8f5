import { startStandIn } from './start-stand-in.ts';

const { PORT = '4010', HOST = '127.0.0.1', JOURNAL = 'data/stand-in/journal.jsonl', PAGES_URL } = process.env;

const { url, close } = await startStandIn({
  port: Number(PORT),
  host: HOST,
  journal: JOURNAL,
  ...(PAGES_URL ? { pagesUrl: PAGES_URL.replace(/\/$/, '') } : {}),
});
process.stdout.write(`The stand-in of the payment provider is ready: ${url}\n`);

const stop = () => void close().then(() => process.exit(0));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
