import { parentPort } from 'node:worker_threads';
import type { ExtractedText } from '../../domain/knowledge/document-text.ports.ts';
import { type ExtractInput, extract } from './extract.ts';
import { ReadingProblem } from './reading-problem.ts';

/** `problem` is for the document's owner. `cause` is for the log of whoever looks into a document that should be readable. */
export type WorkerAnswer = { text: ExtractedText } | { problem: string; cause: string };

parentPort?.on('message', async (input: ExtractInput) => {
  const answer: WorkerAnswer = await extract(input).then(
    (text) => ({ text }),
    (error: Error) => ({
      problem: error instanceof ReadingProblem ? error.message : 'This file is damaged and cannot be read.',
      cause: String(error.stack ?? error),
    }),
  );
  parentPort?.postMessage(answer);
});
