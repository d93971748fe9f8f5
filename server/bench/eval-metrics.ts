/** What the agent did with one question: the documents it found, best first, and whether it answered. */
export type Judged = { ranked: string[]; relevant: string[]; isAnswerable: boolean; isAnswered: boolean; ms: number };

export type Figures = {
  questions: number;
  answerable: number;
  'hit@1': number;
  'hit@5': number;
  'recall@5': number;
  'mrr@10': number;
  unanswerableRefused: number | null;
  answerableRefused: number | null;
  msMedian: number;
  msP95: number;
};

/** Retrieval is judged over the answerable questions that name a relevant document; shares are 0 to 1, null without cases. */
export function figuresOf(judged: Judged[]): Figures {
  const found = judged.filter(({ isAnswerable, relevant }) => isAnswerable && relevant.length > 0);
  const placeOf = ({ ranked, relevant }: Judged) => ranked.findIndex((id) => relevant.includes(id)) + 1;
  const within = (most: number) => mean(found.map((one) => (placeOf(one) > 0 && placeOf(one) <= most ? 1 : 0)));
  const times = judged.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    questions: judged.length,
    answerable: judged.filter(({ isAnswerable }) => isAnswerable).length,
    'hit@1': within(1) ?? 0,
    'hit@5': within(5) ?? 0,
    'recall@5':
      mean(
        found.map(
          ({ ranked, relevant }) => relevant.filter((id) => ranked.slice(0, 5).includes(id)).length / relevant.length,
        ),
      ) ?? 0,
    'mrr@10': mean(found.map((one) => (placeOf(one) > 0 && placeOf(one) <= 10 ? 1 / placeOf(one) : 0))) ?? 0,
    unanswerableRefused: mean(judged.filter((one) => !one.isAnswerable).map((one) => (one.isAnswered ? 0 : 1))),
    answerableRefused: mean(judged.filter((one) => one.isAnswerable).map((one) => (one.isAnswered ? 0 : 1))),
    msMedian: times[Math.floor(times.length / 2)] ?? 0,
    msP95: times[Math.floor(times.length * 0.95)] ?? 0,
  };
}

const mean = (numbers: number[]) =>
  numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
