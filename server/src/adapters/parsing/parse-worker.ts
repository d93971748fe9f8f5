import { parentPort } from 'node:worker_threads';
import { ReadingProblem } from './reading-problem.ts';
import { type TaskName, tasks } from './tasks.ts';

/** `problem` is for the owner of what was read. `cause` is for the log of whoever looks into a file that should be readable. */
export type WorkerAnswer = { result: unknown } | { problem: string; cause: string };

parentPort?.on('message', async ({ task, input }: { task: TaskName; input: never }) => {
  const answer: WorkerAnswer = await tasks[task](input).then(
    (result) => ({ result }),
    (error: Error) => ({
      problem: error instanceof ReadingProblem ? error.message : 'This file is damaged and cannot be read.',
      cause: String(error.stack ?? error),
    }),
  );
  parentPort?.postMessage(answer);
});
