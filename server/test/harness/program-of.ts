import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A program that a test starts, at `path` beside the module `base`: its bundle, which starts in a third of the time, where `npm test`
 * made one (`scripts/bundle.mjs`, which names it), else its source.
 */
export function programOf(path: string, base: string, name = basename(path, '.ts')): string {
  const folder = process.env.PROGRAMS_FOLDER;
  return folder ? join(folder, `${name}.js`) : fileURLToPath(new URL(path, base));
}
