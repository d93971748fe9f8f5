// Files of code have at most 400 lines; schemas, tests and generated files are excepted.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const LINES_MAX = 400;
const EXCEPTED =
  /\.test\.tsx?$|\.spec\.ts$|\/migrations\/|\/schema\/|\.gen\.ts$|^e2e\/|^server\/test\/|^stand-in\/test\//;
const files = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.css',
])
  .toString()
  .trim()
  .split('\n')
  .filter((file) => existsSync(file) && !EXCEPTED.test(file));
const long = files
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  .filter(({ lines }) => lines > LINES_MAX);
for (const { file, lines } of long) console.error(`${file} has ${lines} lines; at most ${LINES_MAX} are allowed.`);
process.exit(long.length > 0 ? 1 : 0);
