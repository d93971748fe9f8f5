import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a port of loopback that can be cut: `cut` ends what stands and refuses what comes, `drop` lets nothing through and says nothing. */
export async function startCuttableLine(target: number) {
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'cut' | 'dropping' = 'open';
  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'cut') return near.destroy();
    const far = connect(target, '127.0.0.1');
    far.on('error', () => near.destroy());
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (state === 'open') to.write(bytes);
      });
      from.on('close', () => {
        pairs.delete(pair);
        if (state !== 'dropping') to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const endAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  return {
    port,
    cut() {
      state = 'cut';
      endAll();
    },
    drop() {
      state = 'dropping';
    },
    mend() {
      // What was silent is broken: bytes are missing in it.
      if (state === 'dropping') endAll();
      state = 'open';
    },
    close() {
      endAll();
      server.close();
    },
  };
}
