import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type HostAgency, makeHostLookup, mayBeAgencyHost, normaliseHost } from './hosts.ts';

describe('the host that was called', () => {
  test.each([
    ['Acme.Example.COM:3000', 'acme.example.com'],
    ['acme.example.com.', 'acme.example.com'],
    ['localhost', 'localhost'],
    ['[::1]:80', '[::1]'],
  ])('%s is %s', (header, host) => expect(normaliseHost(header)).toBe(host));

  const options = { rootDomain: 'example.com', publicUrl: 'https://app.example.com' };
  test.each([
    ['acme.example.com', true],
    ['a.b.example.com', true],
    ['app.example.com', false],
    ['www.example.com', false],
    ['example.com', false],
    ['example.com.', false],
    ['evilexample.com', true],
    ['portal.acme.test', true],
    ['acme.example.com.evil.test', true],
    ['127.0.0.1', false],
    ['[::1]', false],
    ['web', false],
    ['', false],
  ])('%j may be an agency host: %s', (host, expected) =>
    expect(mayBeAgencyHost(normaliseHost(host), options)).toBe(expected),
  );

  test('without an address of its own the platform is at the root domain', () => {
    expect(mayBeAgencyHost('localhost', { rootDomain: 'localhost', publicUrl: null })).toBe(false);
    expect(mayBeAgencyHost('acme.localhost', { rootDomain: 'localhost', publicUrl: null })).toBe(true);
    expect(mayBeAgencyHost('portal.acme.test', { rootDomain: 'localhost', publicUrl: null })).toBe(false);
  });
});

describe('whose host it is', () => {
  const agency = { agencyId: 'agc_1', workspaceUid: 'w', brand: {} } as unknown as HostAgency;
  type Answer = (host: string) => Promise<HostAgency | null>;
  const lookUp = (answers: Record<'na' | 'eu', Answer>) => {
    const asked: string[] = [];
    const find = makeHostLookup({
      regions: ['na', 'eu'],
      findHostAgency: (region, host) => {
        asked.push(`${region} ${host}`);
        return answers[region](host);
      },
    });
    return { find, asked };
  };
  const has: Answer = async () => agency;
  const hasNot: Answer = async () => null;
  const fails: Answer = () => Promise.reject(new Error('down'));
  const hangs: Answer = () => new Promise(() => {});

  test.each([
    ['fails', fails],
    ['hangs', hangs],
  ])('a region that %s keeps nobody from the host of another', async (_how, answer) => {
    const { find } = lookUp({ na: answer, eu: has });
    expect(await find('acme.example.com')).toMatchObject({ kind: 'agency', region: 'eu' });
  });

  test('is unknown where all regions say so, and unavailable where one does not answer', async () => {
    expect(await lookUp({ na: hasNot, eu: hasNot }).find('acme.example.com')).toEqual({ kind: 'unknown' });
    await expect(lookUp({ na: fails, eu: hasNot }).find('acme.example.com')).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('what nobody has is asked for once a moment, by however many, and pushes out no host that somebody has', async () => {
    const { find, asked } = lookUp({ na: async (host) => (host === 'acme.example.com' ? agency : null), eu: hasNot });
    await find('acme.example.com');
    await Promise.all(Array.from({ length: 100 }, () => find('nobody.example.com')));
    await find('nobody.example.com');
    expect(asked.filter((what) => what.endsWith('nobody.example.com'))).toHaveLength(2);
    for (let n = 0; n < 2_000; n += 1) await find(`n${n}.example.com`);
    await find('acme.example.com');
    expect(asked.filter((what) => what.endsWith('acme.example.com'))).toHaveLength(2);
  });

  test('a host that was found stays so while its region does not answer, and goes when it says no', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const answers = { na: has, eu: hasNot };
    const { find } = lookUp(answers);
    await find('acme.example.com');
    answers.na = fails;
    vi.setSystemTime(Date.now() + 5_000);
    expect(await find('acme.example.com')).toMatchObject({ kind: 'agency', region: 'na' });
    answers.na = hasNot;
    expect(await find('acme.example.com')).toEqual({ kind: 'unknown' });
  });
});
