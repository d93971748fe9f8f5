import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { until } from './api.ts';
import { freePort } from './free-port.ts';

/**
 * An authority of certificates: it looks at hosts as the real ones do, by `resolver` and at the ports that are given, and nobody
 * believes it but who is given `rootFile`.
 */
export async function startPebble(options: { resolver: string; httpPort: number; httpsPort: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'pebble-'));
  const [listens, manages] = [await freePort(), await freePort()];
  const own = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') };
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=pebble', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', own.key, '-out', own.certificate],
    ],
    { stdio: 'ignore' },
  );
  const config = join(folder, 'config.json');
  const pebble = {
    listenAddress: `127.0.0.1:${listens}`,
    managementListenAddress: `127.0.0.1:${manages}`,
    certificate: own.certificate,
    privateKey: own.key,
    httpPort: options.httpPort,
    tlsPort: options.httpsPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  writeFileSync(config, JSON.stringify({ pebble }));
  const child = spawn('pebble', ['-config', config, '-dnsserver', options.resolver], {
    env: { PATH: process.env.PATH, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', GOMAXPROCS: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  const dispatcher = new Agent({ connect: { ca: readFileSync(own.certificate) } });
  const read = async (path: string) => {
    const { body, statusCode } = await request(`https://127.0.0.1:${manages}${path}`, { dispatcher });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    return text;
  };
  const root = await until(
    () => read('/roots/0').catch(() => ''),
    (text) => text !== '',
  );
  const rootFile = join(folder, 'root.pem');
  writeFileSync(rootFile, root);
  return {
    directory: `https://127.0.0.1:${listens}/dir`,
    /** Of the authority's own server. */
    ownCertificateFile: own.certificate,
    /** Of what it issues. */
    rootFile,
    authorities: [root, await read('/intermediates/0')],
    /** How many orders were made so far. */
    orders: () => output.match(/added order/gi)?.length ?? 0,
    output: () => output,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await dispatcher.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
