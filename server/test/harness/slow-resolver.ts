import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import DNS from 'dns2';

const { Packet } = DNS;
type Packet = InstanceType<typeof Packet>;

/** Nothing else listens there, and no process but those of a test asks it. */
const ADDRESS = '127.53.0.53';

/**
 * A name server for which every name is 127.0.0.1, and which answers as late as it is told to. `within` is a command before another
 * one: that one's system asks this server, by a mount that nobody else sees. It takes root.
 */
export async function startSlowResolver() {
  const folder = mkdtempSync(join(tmpdir(), 'resolver-'));
  const file = join(folder, 'resolv.conf');
  // One that answers after five seconds is waited for, and asked once.
  writeFileSync(file, `nameserver ${ADDRESS}\noptions timeout:15 attempts:1\n`);
  const late = new Set<NodeJS.Timeout>();
  const state = { delayMs: 0, asked: [] as string[] };
  const handle = (request: Packet, send: (packet: Packet) => unknown) => {
    const response = Packet.createResponseFromRequest(request);
    const [question] = request.questions;
    state.asked.push(question?.name ?? '');
    if (question?.type === Packet.TYPE.A)
      response.answers.push({
        ...{ name: question.name, type: Packet.TYPE.A, class: Packet.CLASS.IN, ttl: 5 },
        address: '127.0.0.1',
      } as never);
    late.add(setTimeout(() => send(response), state.delayMs));
  };
  const server = DNS.createServer({ udp: true, handle: handle as never });
  await server.listen({ udp: { port: 53, address: ADDRESS } } as never);
  return {
    state,
    within: ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file],
    async close() {
      for (const timer of late) clearTimeout(timer);
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
