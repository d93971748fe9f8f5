/** What the agent did with one question: the documents it found, best first, how sure it was, and whether it answered. */
export type Judged = {
  ranked: string[];
  relevant: string[];
  isAnswerable: boolean;
  isAnswered: boolean;
  /** It said that this may not answer. */
  isUnsure: boolean;
  /** Its words hold what they must, and nothing of what they must not; null where the corpus does not tell. */
  isRight: boolean | null;
  /** 0 to 1. */
  confidence: number;
  ms: number;
};

/** Answerable questions that may be refused where the threshold is chosen by hindsight. */
const WRONGLY_REFUSED = 0.15;

export type Figures = {
  questions: number;
  answerable: number;
  'hit@1': number;
  'hit@5': number;
  'recall@5': number;
  'mrr@10': number;
  unanswerableRefused: number | null;
  answerableRefused: number | null;
  /** Of the questions whose corpus tells what the answer must hold: those answered with it, and those answered otherwise. */
  saidRight: number | null;
  saidElse: number | null;
  /** The shares of the answered ones that came with that sentence. */
  unanswerableUnsure: number | null;
  answerableUnsure: number | null;
  /** How likely an answerable question has more confidence than an unanswerable one: the area under the curve. */
  auc: number | null;
  /** The share of unanswerable questions below the threshold that refuses 15 % of the others. */
  refusedAt15: number | null;
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
    ...judgeWords(judged.filter((one) => one.isAnswerable && one.isRight !== null)),
    unanswerableUnsure: unsure(judged, false),
    answerableUnsure: unsure(judged, true),
    ...judgeConfidence(judged),
    msMedian: times[Math.floor(times.length / 2)] ?? 0,
    msP95: times[Math.floor(times.length * 0.95)] ?? 0,
  };
}

const judgeWords = (judged: Judged[]) => ({
  saidRight: mean(judged.map(({ isAnswered, isRight }) => Number(isAnswered && isRight === true))),
  saidElse: mean(judged.map(({ isAnswered, isRight }) => Number(isAnswered && isRight === false))),
});

const unsure = (judged: Judged[], isAnswerable: boolean) =>
  mean(judged.filter((one) => one.isAnswered && one.isAnswerable === isAnswerable).map((one) => Number(one.isUnsure)));

function judgeConfidence(judged: Judged[]) {
  const of = (isAnswerable: boolean) =>
    judged.filter((one) => one.isAnswerable === isAnswerable).map(({ confidence }) => confidence);
  const [answerable, unanswerable] = [of(true).sort((a, b) => a - b), of(false)];
  const wins = unanswerable.flatMap((low) => answerable.map((high) => (high > low ? 1 : high === low ? 0.5 : 0)));
  const threshold = answerable[Math.floor(answerable.length * WRONGLY_REFUSED)] ?? 0;
  return { auc: mean(wins), refusedAt15: mean(unanswerable.map((confidence) => (confidence < threshold ? 1 : 0))) };
}

const mean = (numbers: number[]) =>
  numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
