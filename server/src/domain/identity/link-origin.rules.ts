/**
 * The origin of links in mails. Whoever asks for a mail chooses the name in the request's `Host`: a link made of it could lead
 * another person's token to a stranger. So it is PUBLIC_URL; without one the request's own, but only for names of this machine
 * and of private networks, and else this machine itself.
 */
export function linkOrigin(settings: { publicUrl: string | null; port: number }, requestUrl: string): string {
  if (settings.publicUrl) return settings.publicUrl;
  const url = URL.parse(requestUrl);
  return url && PRIVATE_NAME.test(url.hostname) ? url.origin : `http://localhost:${settings.port}`;
}

const PRIVATE_NAME =
  /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+)$/;
