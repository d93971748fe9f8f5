import { describe, expect, test } from 'vitest';
import { isOurs, readTypedDomain, registeredOf } from './custom-domains.rules.ts';

describe('a domain that somebody types', () => {
  test.each([
    ['portal.acme.com', 'portal.acme.com'],
    ['  Portal . ACME.com ', 'portal.acme.com'],
    ['https://portal.acme.com/login?next=1#top', 'portal.acme.com'],
    ['portal.acme.com.', 'portal.acme.com'],
    ['portal.acme.co.uk', 'portal.acme.co.uk'],
    ['a.b.c.acme.example', 'a.b.c.acme.example'],
    ['portal.bücher.example', 'portal.xn--bcher-kva.example'],
    ['ПОРТАЛ.пример.example', 'xn--80awhdgm.xn--e1afmkfd.example'],
    ['门户.acme.com', 'xn--zoup46i.acme.com'],
    ['بوابة.acme.com', 'xn--mgbbbe6m.acme.com'],
    ['portal。acme。com', 'portal.acme.com'],
    ['chat.acme.github.io', 'chat.acme.github.io'],
  ])('%j is %s', (typed, host) => expect(readTypedDomain(typed)).toEqual({ host }));

  const WILDCARD = 'A wildcard is no domain. Enter a whole one, such as portal.example.com.';
  const ADDRESS = 'Enter a domain, not an IP address.';
  const MALFORMED = 'This is no domain. Enter a whole one, such as portal.example.com.';
  // Planted: the last two labels in place of the list of public suffixes -> `acme.co.uk` is taken, caught here.
  test.each([
    ['', 'Please enter a custom domain'],
    [' https:// ', 'Please enter a custom domain'],
    ['acme.com', 'Please input a subdomain: "www.acme.com"'],
    ['acme.co.uk', 'Please input a subdomain: "www.acme.co.uk"'],
    ['acme.github.io', 'Please input a subdomain: "www.acme.github.io"'],
    ['bücher.example', 'Please input a subdomain: "www.xn--bcher-kva.example"'],
    ['github.io', "github.io is nobody's own. Enter a domain below it."],
    ['co.uk', "co.uk is nobody's own. Enter a domain below it."],
    ['*.acme.com', WILDCARD],
    ['192.0.2.7', ADDRESS],
    ['192.0.2.7:443', ADDRESS],
    ['https://[2001:db8::1]:8443/', ADDRESS],
    ['2001:db8::1', ADDRESS],
    ['https://2001:DB8::1/login', ADDRESS],
    ['[::ffff:192.0.2.7]', ADDRESS],
    ['１９２．０．２．７', ADDRESS],
    ['0x7f.1', ADDRESS],
    ['portal.acme.com:8443', 'Enter the domain without a port.'],
    ['portal', MALFORMED],
    ['portal..acme.com', MALFORMED],
    ['por_tal.acme.com', MALFORMED],
    ['ann@portal.acme.com', MALFORMED],
    [`${'a'.repeat(64)}.acme.com`, MALFORMED],
    [`${'a.'.repeat(150)}acme.com`, 'A domain has at most 253 characters.'],
    [`${'a.'.repeat(118)}acme.com`, 'A domain has at most 253 characters.'],
  ])('%j is refused', (typed, fault) => expect(readTypedDomain(typed)).toEqual({ fault }));

  test('names of the platform are nobody’s', () => {
    const names = { rootDomain: 'platform.example', own: ['edge.example.net'] };
    for (const host of ['platform.example', 'a.platform.example', 'edge.example.net'])
      expect(isOurs(host, names), host).toBe(true);
    for (const host of ['portal.acme.com', 'evilplatform.example', 'a.edge.example.net'])
      expect(isOurs(host, names), host).toBe(false);
    expect(registeredOf('a.b.acme.co.uk')).toBe('acme.co.uk');
  });
});
