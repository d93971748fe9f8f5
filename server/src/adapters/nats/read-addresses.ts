/** `nats://user:password@host:4222`, or `tls://`, several of one cluster separated by commas; who connects stands in the first. */
export function readAddresses(urls: string) {
  const all = urls.split(',').map((url) => new URL(url.trim()));
  const [first] = all;
  const [user, pass] = [first?.username ?? '', first?.password ?? ''].map(decodeURIComponent);
  return {
    servers: all.map(({ host }) => host),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    // Without it a server that offers no encryption would be talked to in the clear.
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  };
}
