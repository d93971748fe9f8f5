// `npm run pictures`: photographs the product as it is now, for the public pages and for the README.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { bringSystemPackage, handOver, root, run } from './runtime.mjs';
import { chromiumPath } from './system-parts.mjs';

const environment = handOver('pictures.mjs');
bringSystemPackage('chromium', chromiumPath, ['fonts-liberation']);
build(environment);
run('node', ['e2e/world/product-pictures.ts'], { env: { ...environment, HEADLESS_SHELL_PATH: chromiumPath() } });

const folder = join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });
run(
  'node',
  [
    'scripts/with-postgres.mjs',
    'playwright',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    'e2e/whole/product.spec.ts',
  ],
  {
    env: { ...environment, PICTURES_DIR: folder },
  },
);
