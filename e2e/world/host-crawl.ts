import { request } from 'node:http';

type Answer = { status: number; headers: string; body: string };

/** Asks a host of the server on `port` by its name alone: no resolver needs to know it. */
export const askHost = (host: string, port: string, path: string, accept = 'text/html'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { host: `${host}:${port}`, accept };
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: JSON.stringify(response.headers),
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    })
      .on('error', reject)
      .end();
  });

const referred = /(?:["'(/]|\.\/)(?:assets\/)?([\w.-]+-[\w-]{8}\.(?:js|css))/g;

/** Every path of `paths`, and every file of the bundle that they lead to. Answers where `word` stands, in bodies and headers. */
export async function findOnHost(host: string, port: string, paths: readonly string[], word: RegExp) {
  const left = [...paths];
  const seen = new Set(left);
  const found: string[] = [];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const { status, headers, body } = await askHost(host, port, path, path.includes('/api/') ? '*/*' : 'text/html');
    if (word.test(body) || word.test(headers)) found.push(path);
    if (status >= 500) found.push(`${path}: ${status}`);
    for (const [, file] of body.matchAll(referred)) {
      const address = `/assets/${file}`;
      if (seen.has(address)) continue;
      seen.add(address);
      left.push(address);
    }
  }
  return { found, asked: [...seen] };
}
