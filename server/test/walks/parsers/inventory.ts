/**
 * Every package of the server, by whether it takes strangers' bytes apart. A new one must be put into one of the lists, or
 * `parsers.test.ts` fails; a module that imports a parser must lie in the parsing worker or be in a row of the walk.
 */
export const PARSERS = [
  '@mozilla/readability',
  'css-tree',
  'fflate',
  'file-type',
  'ipaddr.js',
  'libphonenumber-js',
  'linkedom',
  'mammoth',
  'marked',
  'papaparse',
  'robots-parser',
  'sax',
  'tinyld',
  'unpdf',
];

/** Each with why its time is not a stranger's choice. */
export const OTHERS: Record<string, string> = {
  '@ai-sdk/anthropic': "answers of model hosts, which are the operator's or the customer's own choice",
  '@ai-sdk/google': 'as above',
  '@ai-sdk/openai': 'as above',
  '@ai-sdk/openai-compatible': 'as above',
  '@ai-sdk/provider': 'types',
  '@antiphon/contract': 'ours',
  '@aws-sdk/client-s3': "answers of the operator's own store",
  '@electric-sql/pglite': 'our statements',
  '@hono/node-server': 'Node reads the request; headers have 16 kB in all',
  '@node-rs/argon2': 'hashes in threads of its own',
  '@orpc/client': 'our own calls',
  '@orpc/openapi': 'bodies are read in http/read-body.ts',
  '@orpc/openapi-client': "query strings, within Node's 16 kB of headers",
  '@orpc/server': 'as above',
  '@orpc/standard-server-fetch': 'as above',
  '@orpc/zod': 'our schemas',
  ai: 'as @ai-sdk',
  'better-auth': 'bodies of at most 64 kB',
  'drizzle-orm': 'our statements',
  hono: "paths and cookies, within Node's 16 kB of headers; in the row of headers",
  'lru-cache': 'no parser',
  mustache: 'our own templates',
  nodemailer: 'writes letters',
  pg: 'rows of our database',
  'pg-boss': 'our jobs',
  pino: 'writes',
  'prom-client': 'writes',
  react: 'draws our own letters',
  'react-dom': 'as above',
  'react-email': 'as above',
  resend: "answers of the operator's mail host",
  sharp: 'decodes in threads of its own; upload-attacks.test.ts walks it',
  standardwebhooks: 'signs what we send',
  'swagger-ui-dist': 'files',
  'temporal-polyfill': 'times of ours',
  undici: 'bodies are streams with limits (adapters/guarded-fetch)',
  'web-push': 'encrypts what we send',
  yazl: 'writes archives of ours',
  zod: 'walks what http/storable-input.ts has counted',
};

/** Calls of the language that parse; a module that has one is in a row, or here with the reason. */
export const PARSING_CALLS =
  /\bJSON\.parse\(|\.formData\(|\.json\(\)|\bcreate(?:Gunzip|BrotliDecompress|Inflate)\b|\bnew Intl\.Segmenter\b/;

export const NOT_STRANGERS: Record<string, string> = {
  'adapters/ai-sdk/answer-tools.ts': 'what a model says to a tool, at most as long as its answer',
  'adapters/better-auth/better-auth.ts': 'a value that we stored',
  'adapters/guarded-fetch/limited-body.ts': 'unpacks in threads of its own, 16 kB at a time, up to a limit',
  'adapters/guarded-fetch/public-address.ts': 'an address of a resolver',
  'domain/accounts/export-account.ts': 'lines that we wrote',
  'domain/answers/answer-words.rules.ts': 'passages, of at most 1,400 characters each',
  'domain/answers/passage-units.rules.ts': 'as above',
  'domain/audit/audit.rules.ts': 'details of ours',
  'domain/streams/join-processes.ts': 'notices of our own processes',
  'domain/email/seal-props.ts': 'what we sealed',
  'domain/identity/sign-in.routes.ts': 'an answer of our own sign-in',
  'domain/extraction/chunking.rules.ts': 'runs in the parsing worker; the process takes its constant alone',
  'domain/extraction/languages.rules.ts': 'as above',
  'domain/leads/import.rules.ts': 'runs in the parsing worker; the process takes what fills a lead alone',
  'domain/leads/import-leads.ts': "options of an import, within the limit of a form's fields",
  'domain/signals/make-signals.ts': 'notices of our own processes',
  'http/client-pages.ts': 'a file of the build',
  'http/public-pages.ts': 'a file of the build',
};
