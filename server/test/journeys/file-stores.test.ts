import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '@antiphon/contract/ids';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeLocalDisk } from '../../src/adapters/local-disk/local-disk.ts';
import { makeS3Store } from '../../src/adapters/s3/s3-store.ts';
import type { FileStore } from '../../src/domain/uploads/uploads.ports.ts';

const folder = mkdtempSync(join(tmpdir(), 's3-'));
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 'buckets'),
  configureBuckets: [{ name: 'files', configs: [] }],
});
let endpoint = '';
beforeAll(async () => {
  endpoint = `http://127.0.0.1:${(await server.run()).port}`;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const options = () => ({
  endpoint,
  region: 'us-east-1',
  bucket: 'files',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
});
const newKey = () => `na/${randomText(22)}`;

/** Both stores keep the port's promises, asked in the same words. */
describe.each<[string, () => FileStore]>([
  ['the local disk', () => makeLocalDisk(join(folder, 'disk'))],
  ['a bucket behind S3', () => makeS3Store(options())],
])('%s', (_name, open) => {
  test('gives back the bytes that it was given, also of a large or empty file', async () => {
    const store = open();
    for (const bytes of [new Uint8Array(), Buffer.from('hello'), Buffer.alloc(3 * 1024 * 1024, 7)]) {
      const key = newKey();
      await store.put(key, bytes);
      expect(Buffer.from(await store.get(key)).equals(bytes)).toBe(true);
    }
  });

  test('says not found for what is not there, and deletes it without an error', async () => {
    const store = open();
    const key = newKey();
    await expect(store.get(key)).rejects.toMatchObject({ kind: 'not_found' });
    await store.delete(key);
    await store.put(key, Buffer.from('x'));
    await store.delete(key);
    await expect(store.get(key)).rejects.toMatchObject({ kind: 'not_found' });
  });

  test.each(['../na/x', 'na/../../etc/passwd', `na/${'x'.repeat(21)}`, '', `/na/${'x'.repeat(22)}`])(
    'refuses the key %j',
    async (key) => {
      const store = open();
      await expect(store.put(key, Buffer.from('x'))).rejects.toMatchObject({ kind: 'invalid' });
      await expect(store.get(key)).rejects.toMatchObject({ kind: 'invalid' });
      await expect(store.delete(key)).rejects.toMatchObject({ kind: 'invalid' });
    },
  );
});

test('a missing bucket is no missing file', async () => {
  const store = makeS3Store({ ...options(), bucket: 'elsewhere' });
  await expect(store.get(newKey())).rejects.toMatchObject({ kind: 'forbidden' });
});

/** What no test server does: answers that are no S3 at all, each tried again, then told apart by kind. */
test.each<[what: string, answer: { status: number; body: string } | 'reset', kind: string]>([
  ['a store that breaks', { status: 500, body: '<Error><Code>InternalError</Code></Error>' }, 'unreachable'],
  ['a refused key', { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }, 'forbidden'],
  ['a page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }, 'unreachable'],
  ['garbage', { status: 503, body: '\u0000<<<' }, 'unreachable'],
  ['a cut connection', 'reset', 'unreachable'],
])('%s', async (_what, answer, kind) => {
  const stub = createServer((request, response) => {
    if (answer === 'reset') request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => stub.once('listening', resolve));
  const store = makeS3Store({ ...options(), endpoint: `http://127.0.0.1:${(stub.address() as AddressInfo).port}` });
  const failure = await store.get(newKey()).catch((error) => error);
  stub.closeAllConnections();
  stub.close();
  expect(failure).toMatchObject({ name: 'VendorFailure', kind });
  expect(failure.message).not.toContain('S3RVER');
});
