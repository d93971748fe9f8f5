import { readdirSync } from 'node:fs';
import type { Plugin } from 'vite';
import { en } from './src/frame/texts/en.ts';

const TEXTS = `${import.meta.dirname}/src/frame/texts`;
const ASSETS = '/widget/assets/';

const langs = readdirSync(TEXTS)
  .map((name) => /^([a-z]{2})\.ts$/.exec(name)?.[1])
  .filter((lang) => lang !== undefined && lang !== 'en');

/** As text of a script element, which ends at the first `</script`, wherever it stands. */
const withinScript = (text: string) => text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

/**
 * One page a language, with its script, styles and texts within: an open chat is then one request, where a page that names its
 * script, which asks for its texts, is three, one after another.
 */
export function inlinePage(): Plugin {
  return {
    name: 'inline-page',
    enforce: 'post',
    // A table of texts has nothing that would be loaded before it.
    load: {
      order: 'pre',
      handler: (id) =>
        id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const script = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry);
      const style = Object.values(bundle).find((part) => part.fileName.endsWith('.css'));
      if (page?.type !== 'asset' || script?.type !== 'chunk' || style?.type !== 'asset')
        this.error('The page, its script or its styles are missing.');
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && [...part.imports, ...part.dynamicImports].includes(script.fileName))
          this.error(
            `${part.fileName} imports from the script of the page, which stands within it and has no address.`,
          );
      // Of a script without an address of its own, a name is relative to the page.
      const code = script.code
        .replaceAll(/, ?__VITE_PRELOAD__/g, '')
        .replaceAll('import(`./', `import(\`${ASSETS}`)
        .replaceAll('import("./', `import("${ASSETS}`);
      if (/import\([`"']\.\//.test(code) || (!code.includes(`(\`${ASSETS}`) && !code.includes(`("${ASSETS}`)))
        this.error('The tables of texts are imported in a way that this does not know.');
      const bare = String(page.source)
        .replace(/<script type="module"[^>]*><\/script>/, '')
        .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style.source}</style>`);
      for (const lang of ['en', ...langs]) {
        const texts = lang === 'en' ? en : (await import(`${TEXTS}/${lang}.ts`)).texts;
        const table =
          lang === 'en'
            ? ''
            : `<script type="application/json" id="texts" lang="${lang}">${withinScript(JSON.stringify(texts))}</script>`;
        const source = bare.replace(
          '</body>',
          () => `${table}<script type="module">${withinScript(code)}</script></body>`,
        );
        this.emitFile({ type: 'asset', fileName: `${lang}.html`, source });
      }
      for (const part of [page, script, style]) delete bundle[part.fileName];
    },
  };
}
