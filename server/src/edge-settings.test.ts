import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const read = (environment: Record<string, string>) =>
  readSettings({ SECRET_KEY: 'only-for-tests-0123456789-abcdefghij', ...environment }).edge;

test('without settings: no host, nobody is told, the usual authority and the usual ports', () => {
  expect(read({})).toEqual({
    host: '',
    addresses: [],
    askListen: null,
    issuers: [{ domain: 'letsencrypt.org', accountUri: null }],
    dns: { servers: [], port: 53 },
    httpsPort: 443,
  });
});

test('everything set', () => {
  expect(
    read({
      EDGE_HOST: 'Edge.example.com',
      EDGE_ADDRESSES: '203.0.113.7, 2001:db8::7',
      TLS_ASK_LISTEN: '[::1]:3001',
      TLS_CAA: 'letsencrypt.org https://ca.example/acct/1, other-ca.example',
      DNS_SERVERS: '127.0.0.1:5353, [::1]:5353',
      PUBLIC_URL: 'https://app.example.com:8443',
    }),
  ).toEqual({
    host: 'edge.example.com',
    addresses: ['203.0.113.7', '2001:db8::7'],
    askListen: { hostname: '::1', port: 3001 },
    issuers: [
      { domain: 'letsencrypt.org', accountUri: 'https://ca.example/acct/1' },
      { domain: 'other-ca.example', accountUri: null },
    ],
    dns: { servers: ['127.0.0.1:5353', '[::1]:5353'], port: 5353 },
    httpsPort: 8443,
  });
});

test.each([
  ['EDGE_HOST', 'https://edge.example.com'],
  ['EDGE_ADDRESSES', 'edge.example.com'],
  ['TLS_ASK_LISTEN', '3001'],
  ['TLS_ASK_LISTEN', 'localhost:70000'],
  ['TLS_CAA', ','],
  ['DNS_SERVERS', 'dns.example.com'],
])('a wrong setting ends the start: %s=%s', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name);
});
