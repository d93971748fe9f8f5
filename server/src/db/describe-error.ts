type Fields = Error & { code?: unknown; kind?: unknown; severity?: unknown; query?: unknown; params?: unknown };
/** Of an error, what may be printed and kept. `at` are the places of its stack, the innermost first. */
export type DescribedError = {
  type: string;
  message?: string;
  code?: string;
  kind?: string;
  constraint?: string;
  query?: string;
  at?: string;
  cause?: DescribedError;
};

const CAUSES_MAX = 5;
const QUERY_CHARS_SHOWN = 500;

/**
 * For logs, and for whatever else keeps an error. What a query was given stands in the words of its failure, the database's
 * own among them (`Failing row contains (...)`): of these the code, the constraint and the text with `$1` in it remain.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, kind, query, cause } = error as Fields;
  const { constraint } = error as { constraint?: unknown };
  const text = (name: string, value: unknown) => (typeof value === 'string' ? { [name]: value } : {});
  return {
    type: error.name,
    ...(isOfQuery(error) ? text('query', shortened(query)) : { message: withoutQuery(error) }),
    ...text('code', code),
    ...text('kind', kind),
    ...text('constraint', constraint),
    ...text('at', placesOf(error)),
    ...(cause instanceof Error && depth < CAUSES_MAX ? { cause: describeError(cause, depth + 1) } : {}),
  };
}

/** The same as an error, for what keeps errors by itself. */
export function printableError(error: unknown): Error {
  const described = describeError(error);
  const made = new Error(JSON.stringify({ ...described, at: undefined }));
  made.name = described.type;
  made.stack = described.at ?? '';
  return made;
}

/** drizzle's has the parameters, PostgreSQL's a severity; both databases make the same two. */
const isOfQuery = (error: Fields): boolean => 'params' in error || typeof error.severity === 'string';

/** Some are made of the words of another. */
const withoutQuery = ({ message }: Error) => message.replace(/Failed query:[\s\S]*/, 'Failed query').slice(0, 2_000);

const shortened = (query: unknown) => (typeof query === 'string' ? query.slice(0, QUERY_CHARS_SHOWN) : undefined);

/** The stack begins with the message, which may have lines of its own, even such as look like a place. */
function placesOf({ stack, message }: Error): string | undefined {
  const start = stack?.indexOf(message) ?? -1;
  const places = stack?.slice(start === -1 ? 0 : start + message.length).split('\n');
  return places?.filter((line) => /^\s+at .*(:\d+:\d+\)?|native\)?|<anonymous>\)?)$/.test(line)).join('\n');
}
