import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './api.ts';
import { freePort } from './free-port.ts';

const CADDYFILE = join(import.meta.dirname, '../../../deploy/Caddyfile');

/** Of loopback; agencies have names below the last one. */
const HOSTS = ['127.0.0.1', 'localhost', '*.localhost'];

export type CaddyOptions = {
  /** Of the web processes. */
  origins: readonly string[];
  /** Looks them up by their name, as in a cluster: they are one name and one port. */
  byName?: boolean;
  /** Where it asks for which hosts it may order certificates. */
  tlsAsk?: string;
  /** Without certificates; a free port unless one is given. */
  plainPort?: number;
  /** For https: free ports, and an authority; its own, which orders nothing, unless one is given. */
  httpPort?: number;
  httpsPort?: number;
  authority?: { directory: string; ownCertificateFile: string };
};

/** The proxy with the file that it has in production, on free ports, in front of `origins`. */
export async function startCaddy({ origins, byName, tlsAsk, authority, ...given }: CaddyOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const plainPort = given.plainPort ?? (await freePort());
  const [httpPort, httpsPort] = [given.httpPort ?? (await freePort()), given.httpsPort ?? (await freePort())];
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const authorityOptions = authority
    ? `acme_ca ${authority.directory}\nacme_ca_root ${authority.ownCertificateFile}`
    : 'local_certs';
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', CADDYFILE], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      UPSTREAM: origins.map((origin) => new URL(origin).host.replace(byName ? ':' : '', byName ? ' ' : '')).join(' '),
      ...(byName ? { CADDY_FIND: 'named' } : {}),
      CADDY_GLOBAL: write(
        'global.caddy',
        `http_port ${httpPort}\nhttps_port ${httpsPort}\nskip_install_trust\n${authorityOptions}\n`,
      ),
      CADDY_SITES: write(
        'sites.caddy',
        `${HOSTS.map((host) => `http://${host}:${plainPort}`).join(', ')} {\n\timport web\n}\n`,
      ),
      ...(tlsAsk ? { TLS_ASK: tlsAsk } : {}),
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${plainPort}`;
  await until(
    () =>
      fetch(`${origin}/livez`).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );
  return {
    /** Without certificates. */
    origin,
    httpsPort,
    httpPort,
    /** The hosts that it has certificates for. */
    certificates: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.crt') && name.includes('certificates/'))
        .map((name) => name.slice(name.lastIndexOf('/') + 1, -4))
        .toSorted(),
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
