import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const id = z.union([z.string(), z.number()]).transform(String);
export const Document = z.object({ id, title: z.string().nullish(), text: z.string() });
const Corpus = z.object({
  id,
  docs: z.array(Document).min(1),
  questions: z.array(
    z.object({
      q: z.string(),
      context: z.array(z.string()).nullish(),
      relevant: z.array(id).nullish(),
      answerable: z.boolean().nullish(),
      /** What the answer must hold, and what it must not. */
      says: z.array(z.string()).nullish(),
      never: z.array(z.string()).nullish(),
    }),
  ),
});
export type Corpus = z.infer<typeof Corpus>;

/** One corpus a line. Throws with the line's number where a line is not a corpus. */
export async function* readCorpora(file: string): AsyncGenerator<Corpus> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    const parsed = Corpus.safeParse(parseJson(line, number));
    if (!parsed.success) throw new Error(`Line ${number} is no corpus: ${z.prettifyError(parsed.error)}`);
    yield parsed.data;
  }
}

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`Line ${number} is not JSON: ${(error as Error).message}`);
  }
}
