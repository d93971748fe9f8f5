import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../src/settings.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: string[] | Record<string, unknown>;
  stop_grace_period?: string;
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const GIVEN: Record<string, string> = {
  SECRET_KEY: 'only-for-tests-0123456789-abcdefghij',
  DATABASE_PASSWORD: 'test1234',
  S3_SECRET: 'test1234',
};
/** `${NAME}`, with what stands there where it is not given: `:-` a default, `:?` a refusal. */
const fill = (value: string) =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, otherwise = '') => {
    const given = GIVEN[name];
    if (given === undefined && kind !== '-') throw new Error(`${name} has neither a value nor a default`);
    return given ?? otherwise;
  });

/** Sentences about what would not start. */
function findFaults({ services, volumes }: Compose): string[] {
  const faults: string[] = [];
  const known = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
  for (const [name, service] of Object.entries(services)) {
    for (const other of Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {}))
      if (!services[other]) faults.push(`${name} waits for ${other}, which there is not`);
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      if (from.startsWith('.') ? !existsSync(join(ROOT, from)) : !(from in volumes))
        faults.push(`${name} has no ${from}`);
    }
    if (!service.build) continue;
    const environment = Object.entries(service.environment ?? {});
    for (const [setting] of environment)
      if (!known.has(setting)) faults.push(`${name}: ${setting} is no setting of the server`);
    const settings = readSettings(Object.fromEntries(environment.map(([key, value]) => [key, fill(value)])));
    for (const address of [settings.databaseUrls.na, settings.S3_ENDPOINT])
      if (!services[new URL(address).hostname]) faults.push(`${name}: nothing is at ${address}`);
    if (!service.healthcheck?.test.join(' ').includes(':3000/livez'))
      faults.push(`${name} is not asked whether it lives`);
    if (Number.parseInt(service.stop_grace_period ?? '0', 10) <= 30)
      faults.push(`${name} is killed before it has ended`);
  }
  const upstreams = services.caddy?.environment?.UPSTREAM?.split(' ') ?? [];
  for (const upstream of upstreams)
    if (!services[upstream.split(':')[0] ?? '']) faults.push(`nothing is at ${upstream}`);
  const ask = URL.parse(services.caddy?.environment?.TLS_ASK ?? '');
  const listens = services[ask?.hostname ?? '']?.environment?.TLS_ASK_LISTEN;
  if (ask?.pathname !== '/tls-ask' || !listens?.endsWith(`:${ask.port}`)) faults.push('the proxy asks nobody');
  if (Object.values(services).some(({ ports = [] }) => ports.some((port) => port.endsWith(`:${ask?.port}`))))
    faults.push('everybody may ask which hosts there are');
  if (upstreams.length < 2) faults.push('one web process alone cannot be replaced');
  return faults;
}

describe('compose.yaml', () => {
  const compose = () => parse(read('compose.yaml'), { merge: true }) as Compose;

  test('names settings that there are, services, files, and two web processes with a worker', () => {
    expect(findFaults(compose())).toEqual([]);
    const roles = Object.values(compose().services).map(({ environment }) => environment?.ROLE);
    expect(roles.filter(Boolean)).toEqual(['web', 'web', 'worker']);
  });

  test.each<[string, (compose: Compose) => unknown, string]>([
    [
      'a setting with a typing error',
      ({ services }) => Object.assign(services['web-1']?.environment ?? {}, { DATABSE_URL: '' }),
      'DATABSE_URL',
    ],
    ['a service that is not asked', ({ services }) => delete services.worker?.healthcheck, 'is not asked'],
    [
      'a proxy that asks elsewhere',
      ({ services }) => Object.assign(services.caddy?.environment ?? {}, { TLS_ASK: 'http://web-1:3002/tls-ask' }),
      'asks nobody',
    ],
    [
      'a question that everybody may ask',
      ({ services }) => Object.assign(services['web-1'] ?? {}, { ports: ['3001:3001'] }),
      'everybody may ask',
    ],
    ['a database under another name', ({ services }) => delete services.postgres, 'postgres'],
  ])('planted: %s is caught', (_name, plant, word) => {
    const planted = compose();
    plant(planted);
    expect(findFaults(planted).join()).toContain(word);
  });

  test('the proxy understands its file', () => {
    const file = join(ROOT, 'deploy/Caddyfile');
    const env = { ...process.env, CADDY_SITES: join(ROOT, 'deploy/this-machine.caddy') };
    execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' });
  });

  test('the image copies and runs what there is', () => {
    const dockerfile = read('Dockerfile');
    const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    expect(copied.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json`);
    const [, script = ''] = /import\('(\S+)'\)\.then\(\(\{ build \}\)/.exec(dockerfile) ?? [];
    expect(read(script)).toContain('export function build(');
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
    expect(existsSync(join(ROOT, command.at(-1) ?? ''))).toBe(true);
  });
});
