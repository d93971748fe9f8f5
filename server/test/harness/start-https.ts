import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';

/**
 * A server on loopback with a certificate for `hosts` that this process believes. `answer` tells what a host says: a text, the status of
 * an error, or `refused`, as by who has no certificate for it, and `closed`, as by who is not there.
 */
export async function startHttps(hosts: string[], answer: (host: string) => string | number | 'refused' | 'closed') {
  const folder = mkdtempSync(join(tmpdir(), 'https-'));
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'certificate.pem') };
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=edge', '-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`],
      ...['-keyout', files.key, '-out', files.cert],
    ],
    { stdio: 'ignore' },
  );
  const own = { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') };
  rmSync(folder, { recursive: true, force: true });
  const believed = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...believed, own.cert]);
  const server = createServer(
    {
      SNICallback(name, done) {
        const said = answer(name);
        // Without a certificate the handshake ends with an alert, as a proxy ends it that orders none. None of the server's own may
        // stand above: it is taken where the name has none.
        if (said === 'refused') done(null, tls.createSecureContext({}));
        else done(said === 'closed' ? new Error('not here') : null, tls.createSecureContext(own));
      },
    },
    (request, response) => {
      const said = answer(request.headers.host?.split(':')[0] ?? '');
      response.statusCode = typeof said === 'number' ? said : 200;
      response.end(String(said));
    },
  );
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      tls.setDefaultCACertificates(believed);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
