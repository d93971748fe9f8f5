// `npm run pictures`: photographs the product as it is now, for the public pages.
import { build } from './build.mjs';
import { bringSystemPackage, handOver, run } from './runtime.mjs';
import { CHROMIUM, chromiumPath } from './system-parts.mjs';

const environment = handOver('pictures.mjs');
bringSystemPackage(CHROMIUM, chromiumPath, ['fonts-liberation']);
build(environment);
run('node', ['e2e/product-pictures.ts'], { env: { ...environment, PLAYWRIGHT_CHROMIUM_PATH: chromiumPath() } });
