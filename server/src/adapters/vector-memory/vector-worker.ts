import { parentPort, workerData } from 'node:worker_threads';
import { type KeptVectors, makeKeptVectors } from '../../domain/search/kept-vectors.rules.ts';

export type VectorTask = keyof KeptVectors;
export type VectorOrder = { number: number; task: VectorTask; input: never };
export type VectorAnswer = { number: number; result: unknown };

const kept = makeKeptVectors((workerData as { bytesMax: number }).bytesMax);

parentPort?.on('message', ({ number, task, input }: VectorOrder) => {
  const answer: VectorAnswer = { number, result: kept[task](input) };
  parentPort?.postMessage(answer);
});
