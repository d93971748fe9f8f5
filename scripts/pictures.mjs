// `npm run pictures`: photographs the product as it is now, for the public pages.
import { build } from './build.mjs';
import { bringSystemPackage, handOver, run } from './runtime.mjs';
import { chromiumPath } from './system-parts.mjs';

const environment = handOver('pictures.mjs');
bringSystemPackage('chromium', chromiumPath, ['fonts-liberation']);
build(environment);
run('node', ['e2e/world/product-pictures.ts'], { env: { ...environment, HEADLESS_SHELL_PATH: chromiumPath() } });
