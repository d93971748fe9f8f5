// What tests and benchmarks need of the machine, beside Node.
import { existsSync, readdirSync } from 'node:fs';
import { bringSystemPackage, hasCommand } from './runtime.mjs';

/** The system's browser; empty where there is none. */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH || ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync) || '';

/** Chromium without a window of its own, which draws nothing but the pages; empty where there is none. */
export const headlessShellPath = () =>
  process.env.HEADLESS_SHELL_PATH || ['/usr/bin/chromium-headless-shell'].find(existsSync) || '';

/** PostgreSQL's server programs, 15 or newer; Debian keeps them off the PATH. */
export const hasPostgres = () => {
  const home = '/usr/lib/postgresql';
  const installed = existsSync(home) ? readdirSync(home).filter((version) => Number(version) >= 15) : [];
  return installed.some((version) => existsSync(`${home}/${version}/bin/initdb`)) || hasCommand('initdb');
};

/** Three PostgreSQL of which one is written to, and who says which. */
export function bringPatroni() {
  bringSystemPackage('patroni', () => hasCommand('patroni'));
  bringSystemPackage('etcd-server', () => hasCommand('etcd'));
  bringSystemPackage('haproxy', () => hasCommand('haproxy'));
}
