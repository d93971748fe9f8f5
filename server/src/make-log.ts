import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { describeError } from './db/describe-error.ts';

/** The one log of a process, a JSON text a line. Errors stand in it under `err`, without what their queries were given. */
export const makeLog = (level: Level | 'silent', to?: DestinationStream): Logger => {
  const options = { level, redact: ['req.headers'], serializers: { err: (error: unknown) => describeError(error) } };
  return to ? pino(options, to) : pino(options);
};
