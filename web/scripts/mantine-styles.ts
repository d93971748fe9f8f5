import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const classesOf = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));

/** Ends a build whose screens are drawn with a part of Mantine that `src/ui/theme/mantine.css` does not list: it would stand there bare. */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const styles = Object.values(bundle).map((part) =>
        part.type === 'asset' && part.fileName.endsWith('.css') ? String(part.source) : '',
      );
      const here = classesOf(styles.join('\n'));
      const whole = classesOf(readFileSync(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')), 'utf8'));
      const missing = whole.difference(here);
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        for (const [id, { code }] of Object.entries(part.modules)) {
          const bare = classesOf(code ?? '').intersection(missing);
          if (bare.size > 0) this.error(`src/ui/theme/mantine.css lacks the styles of ${id.split('/').at(-1)}.`);
        }
      }
    },
  };
}
