import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const PACKAGES: Record<string, string> = {
  Rubik: 'rubik',
  'DM Sans': 'dm-sans',
  Inter: 'inter',
  Manrope: 'manrope',
  'Nunito Sans': 'nunito-sans',
  'Source Sans 3': 'source-sans-3',
  'Work Sans': 'work-sans',
  Lora: 'lora',
};

/**
 * Writes the style sheet of each font that an agency can choose, with its files, and `fonts.json`, by which the server puts the
 * chosen one into the first HTML. Visitors' browsers call no fonts service.
 */
export function agencyFonts(): Plugin {
  return {
    name: 'agency-fonts',
    apply: 'build',
    generateBundle() {
      const emit = (name: string, source: string | Uint8Array) =>
        `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
      const fonts = Object.entries(PACKAGES).map(([font, name]) => {
        const sheet = require.resolve(`@fontsource-variable/${name}/wght.css`);
        let preload = '';
        const css = readFileSync(sheet, 'utf8').replace(/url\(\.\/(files\/([\w-]+\.woff2))\)/g, (_, path, file) => {
          const address = emit(file, readFileSync(join(dirname(sheet), path)));
          if (file.endsWith('-latin-wght-normal.woff2')) preload = address;
          return `url(${address})`;
        });
        return [font, { css: emit(`${name}.css`, css), preload }];
      });
      this.emitFile({ type: 'asset', fileName: 'fonts.json', source: JSON.stringify(Object.fromEntries(fonts)) });
    },
  };
}
