import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'lightningcss';
import subsetFont from 'subset-font';
import { type Plugin, runnerImport } from 'vite';

const shell = fileURLToPath(new URL('../src/shells/marketing/', import.meta.url));
const STYLES = ['fonts', 'base', 'frame', 'passages', 'pages'];

/** Letters of the public pages and of most names; any other comes from the system's own font. */
const LETTERS = [
  ...Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index)),
  ...Array.from({ length: 0xff - 0xa0 + 1 }, (_, index) => String.fromCharCode(0xa0 + index)),
  ...'–—‘’“”•…€→',
].join('');

const newsreader = (style: string) => `@fontsource-variable/newsreader/files/newsreader-latin-opsz-${style}.woff2`;
const FONTS = {
  // Drawn for large sizes, in one weight.
  display: { from: newsreader('normal'), axes: { opsz: 60, wght: 400 } },
  'display-italic': { from: newsreader('italic'), axes: { opsz: 60, wght: 400 } },
  text: {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
};

/**
 * Writes the public pages as HTML templates into `pages/` of the build, with a list of them for the server, which fills in
 * name, operator and address (`server/src/http/public-pages.ts`).
 */
export function publicPages(): Plugin {
  return {
    name: 'public-pages',
    apply: 'build',
    async generateBundle() {
      const assets = new Map<string, string>();
      const add = (name: string, source: Uint8Array) =>
        assets.set(name, `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`);
      for (const [name, { from, axes }] of Object.entries(FONTS))
        add(
          `${name}.woff2`,
          await subsetFont(readFileSync(fileURLToPath(import.meta.resolve(from))), LETTERS, {
            targetFormat: 'woff2',
            variationAxes: axes,
          }),
        );
      for (const name of readdirSync(`${shell}pictures`)) add(name, readFileSync(`${shell}pictures/${name}`));
      const css = placeAssets(readStyles(), assets);

      const { module } = await runnerImport<typeof import('../src/shells/marketing/render-pages.tsx')>(
        `${shell}render-pages.tsx`,
        { configFile: false, logLevel: 'error', define: { 'process.env.NODE_ENV': '"production"' } },
      );
      const pages = module.renderPages(css).map(({ html, ...page }) => {
        this.emitFile({ type: 'asset', fileName: `pages/${page.name}.html`, source: placeAssets(html, assets) });
        return page;
      });
      const styleHash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
      this.emitFile({ type: 'asset', fileName: 'pages/pages.json', source: JSON.stringify({ styleHash, pages }) });
    },
  };
}

function readStyles(): string {
  const code = STYLES.map((name) => readFileSync(`${shell}styles/${name}.css`, 'utf8')).join('\n');
  return transform({ filename: 'public-pages.css', code: Buffer.from(code), minify: true }).code.toString();
}

const placeAssets = (text: string, assets: Map<string, string>) =>
  text.replace(/asset:([\w.-]+)/g, (_, name: string) => {
    const address = assets.get(name);
    if (!address) throw new Error(`There is no built file ${name}.`);
    return address;
  });
