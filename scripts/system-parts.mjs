// What tests and benchmarks need of the machine, beside Node.
import { existsSync, readdirSync } from 'node:fs';
import { hasCommand } from './runtime.mjs';

/** Chromium without a window of its own, which draws nothing but the pages. */
export const CHROMIUM = 'chromium-headless-shell';

const BROWSERS = [CHROMIUM, 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`);

/** The system's browser; empty where there is none. */
export const chromiumPath = () => process.env.PLAYWRIGHT_CHROMIUM_PATH || BROWSERS.find(existsSync) || '';

/** PostgreSQL's server programs, 15 or newer; Debian keeps them off the PATH. */
export const hasPostgres = () => {
  const home = '/usr/lib/postgresql';
  const installed = existsSync(home) ? readdirSync(home).filter((version) => Number(version) >= 15) : [];
  return installed.some((version) => existsSync(`${home}/${version}/bin/initdb`)) || hasCommand('initdb');
};
