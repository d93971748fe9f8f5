import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { makeMetrics } from '../../src/app-metrics.ts';
import { judgeManifests, type Overlay } from './judge-manifests.ts';
import { environmentOf, type Manifest, matches, podsOf } from './manifest.ts';
import { edgesOfTable, networkEdges } from './network-edges.ts';
import { renderManifests } from './render-manifests.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const OVERLAYS: Overlay[] = ['one-machine', 'many-machines'];
const rendered = Object.fromEntries(OVERLAYS.map((overlay) => [overlay, renderManifests(overlay)]));
const manifestsOf = (overlay: Overlay) => structuredClone(rendered[overlay] ?? []);
const fail = (what: string): never => {
  throw new Error(`there is no ${what}`);
};

/** The addresses of the stores: from whom to which port a process has to come. */
function storesOf(manifests: Manifest[]): { host: string; port: string }[] {
  const container = podsOf(manifests).find(({ owner }) => owner.metadata.name === 'web')?.pod.spec.containers[0];
  const environment = environmentOf(container ?? fail('web'), manifests, fail);
  return ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'BROKER_URL', 'S3_ENDPOINT']
    .flatMap((name) => environment[name]?.split(',') ?? [])
    .filter((url) => url !== '')
    .map((url) => ({ host: new URL(url).hostname, port: new URL(url).port }));
}

describe.each(OVERLAYS)('%s', (overlay) => {
  test('nothing is wrong with it', () => {
    expect(judgeManifests(manifestsOf(overlay), overlay)).toEqual([]);
  });

  test('those speak with each other whom the documentation lists', () => {
    const table = (name: string) =>
      read('docs/scale-out.md').split(`<!-- edges: ${name} -->`)[1]?.split('<!--')[0] ?? '';
    const told = [...edgesOfTable(table('base')), ...edgesOfTable(table(overlay))].toSorted();
    expect(networkEdges(manifestsOf(overlay)).edges).toEqual(told);
  });

  test('the stores that its settings name are there, and may be reached', () => {
    const manifests = manifestsOf(overlay);
    const { edges } = networkEdges(manifests);
    const services = manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    const stores = storesOf(manifests);
    for (const { host, port } of stores) {
      if (overlay === 'one-machine') expect(services).toContain(host);
      for (const part of ['web', 'worker'])
        expect(edges).toContain(`${part} > ${overlay === 'one-machine' ? host : '10.20.0.0/24'} ${port}`);
    }
    expect(stores.length).toBe(overlay === 'one-machine' ? 2 : 6);
  });

  test('what the migration needs is there before it', () => {
    const manifests = manifestsOf(overlay);
    const first = manifests.filter(({ metadata }) => metadata.labels?.['antiphon/step'] === 'first');
    const job = podsOf(first).find(({ owner }) => owner.metadata.name === 'migrate') ?? fail('migration');
    environmentOf(job.pod.spec.containers[0] ?? fail('container'), first, fail);
    const edgesOf = (given: Manifest[]) =>
      networkEdges(given).edges.filter((line) => line.startsWith('migrate >') || line.startsWith('bucket >'));
    expect(edgesOf(first)).toEqual(edgesOf(manifests));
    expect(first.some(({ kind }) => kind === 'Namespace')).toBe(true);
    for (const { host } of overlay === 'one-machine' ? storesOf(manifests) : [])
      expect(first.filter(({ metadata }) => metadata.name === host).map(({ kind }) => kind)).toContain('StatefulSet');
    // The others begin after it.
    expect(first.filter(({ kind }) => kind === 'Deployment')).toEqual([]);
  });

  test('everything has the name of its own once', () => {
    const names = manifestsOf(overlay).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });
});

type Plant = (manifests: Manifest[]) => unknown;
const named = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name.startsWith(name)) ?? fail(`${kind} ${name}`);
const containerOf = (manifests: Manifest[], name: string) =>
  podsOf(manifests).find(({ owner }) => owner.metadata.name === name)?.pod.spec.containers[0] ?? fail(name);
const podOf = (manifests: Manifest[], name: string) =>
  podsOf(manifests).find(({ owner }) => owner.metadata.name === name)?.pod ?? fail(name);
const drop =
  (kind: string, name: string): Plant =>
  (all) =>
    all.splice(all.indexOf(named(all, kind, name)), 1);
const settings = (all: Manifest[]) => named(all, 'ConfigMap', 'settings').data ?? fail('data');

test.each<[string, Overlay, Plant, string]>([
  [
    'a setting with a typing error',
    'many-machines',
    (all) => Object.assign(settings(all), { DATABSE_POOL: '3' }),
    'DATABSE_POOL is no setting',
  ],
  [
    'no key',
    'many-machines',
    (all) => delete named(all, 'Secret', 'secrets').data?.SECRET_KEY,
    'SECRET_KEY is not set',
  ],
  [
    'no broker',
    'many-machines',
    (all) => delete named(all, 'Secret', 'secrets').data?.BROKER_URL,
    'BROKER_URL is not set',
  ],
  [
    'no way past the pooler',
    'many-machines',
    (all) => delete named(all, 'Secret', 'secrets').data?.DATABASE_DIRECT_URL,
    'without the pooler',
  ],
  [
    'no database, so an embedded one',
    'one-machine',
    (all) => delete named(all, 'Secret', 'secrets').data?.DATABASE_URL,
    'DATABASE_URL is not set',
  ],
  ['a value that is none', 'one-machine', (all) => Object.assign(settings(all), { REGIONS: 'mars' }), 'mars'],
  ['settings under another name', 'one-machine', drop('ConfigMap', 'settings'), 'there is no ConfigMap'],
  [
    'a worker that is a web process',
    'one-machine',
    (all) => Object.assign(containerOf(all, 'worker').env?.[0] ?? {}, { value: 'web' }),
    'runs as web',
  ],
  [
    'an end before everybody knows',
    'one-machine',
    (all) => Object.assign(containerOf(all, 'web').env?.[1] ?? {}, { value: '0' }),
    'before everybody knows',
  ],
  ['no probe of life', 'one-machine', (all) => delete containerOf(all, 'web').livenessProbe, 'no livenessProbe'],
  [
    'no probe of the proxy',
    'one-machine',
    (all) => delete containerOf(all, 'edge').readinessProbe,
    'no readinessProbe',
  ],
  [
    'life that depends on the database',
    'one-machine',
    (all) => Object.assign(containerOf(all, 'web').livenessProbe?.httpGet ?? {}, { path: '/readyz' }),
    'does not ask /livez',
  ],
  ['a probe of no port', 'one-machine', (all) => delete containerOf(all, 'worker').ports, 'asks at no port'],
  [
    'no limit of memory',
    'one-machine',
    (all) => delete containerOf(all, 'postgres').resources?.limits?.memory,
    'no limit or request of memory',
  ],
  [
    'a request left out',
    'many-machines',
    (all) => delete containerOf(all, 'migrate').resources?.requests?.cpu,
    'no limit or request of cpu',
  ],
  ['root', 'one-machine', (all) => delete podOf(all, 'files').spec.securityContext?.runAsNonRoot, 'may be root'],
  [
    'a root folder to write in',
    'one-machine',
    (all) => delete containerOf(all, 'worker').securityContext?.readOnlyRootFilesystem,
    'more than it has to',
  ],
  [
    'a folder that is not there',
    'one-machine',
    (all) => containerOf(all, 'web').volumeMounts?.shift(),
    'cannot write in /data',
  ],
  [
    'a token of the cluster',
    'one-machine',
    (all) => delete podOf(all, 'web').spec.automountServiceAccountToken,
    'a token of the cluster',
  ],
  ['half a minute to end', 'one-machine', (all) => delete podOf(all, 'web').spec.terminationGracePeriodSeconds, '45 s'],
  [
    'no version of an image',
    'one-machine',
    (all) => Object.assign(containerOf(all, 'edge'), { image: 'caddy' }),
    'is no version',
  ],
  [
    'other labels on the pods',
    'one-machine',
    (all) => Object.assign(podOf(all, 'worker').metadata.labels, { part: 'workers' }),
    'does not find its own pods',
  ],
  [
    'a service of nobody',
    'one-machine',
    (all) => Object.assign(named(all, 'Service', 'tls-ask').spec.selector ?? {}, { part: 'webs' }),
    'meets 0 workloads',
  ],
  [
    'a service of everybody',
    'one-machine',
    (all) => delete named(all, 'Service', 'web').spec.selector?.part,
    'meets 7 workloads',
  ],
  [
    'a service of no port',
    'one-machine',
    (all) => Object.assign(named(all, 'Service', 'edge').spec.ports?.[0] ?? {}, { targetPort: 'htp' }),
    'nobody at htp',
  ],
  [
    'an autoscaler of nobody',
    'many-machines',
    (all) => Object.assign(named(all, 'HorizontalPodAutoscaler', 'worker').spec.scaleTargetRef ?? {}, { name: 'jobs' }),
    'meets no workload',
  ],
  [
    'a number beside the autoscaler',
    'many-machines',
    (all) => Object.assign(named(all, 'Deployment', 'web').spec, { replicas: 3 }),
    'both say how many',
  ],
  [
    'a budget of nobody',
    'many-machines',
    (all) => Object.assign(named(all, 'PodDisruptionBudget', 'web').spec.selector?.matchLabels ?? {}, { part: 'webs' }),
    'meets no workload',
  ],
  ['no budget', 'many-machines', drop('PodDisruptionBudget', 'worker'), 'has no budget'],
  [
    'no claim for the certificates',
    'many-machines',
    drop('PersistentVolumeClaim', 'certificates'),
    'no claim certificates',
  ],
  [
    'a field that nobody knows',
    'one-machine',
    (all) => Object.assign(podOf(all, 'web').spec, { terminationGraceSeconds: 45 }),
    'terminationGraceSeconds is no field',
  ],
  [
    'an interface that has ended',
    'one-machine',
    (all) => Object.assign(named(all, 'PodDisruptionBudget', 'web'), { apiVersion: 'policy/v1beta1' }),
    'policy/v1beta1',
  ],
  ['nothing that forbids', 'one-machine', drop('NetworkPolicy', 'nothing-else'), 'nothing forbids'],
  ['a door that one side keeps shut', 'one-machine', drop('NetworkPolicy', 'postgres'), 'one side allows it'],
])('planted: %s is caught', (_name, overlay, plant, words) => {
  const planted = manifestsOf(overlay);
  plant(planted);
  expect(judgeManifests(planted, overlay).join('\n')).toContain(words);
});

test('planted: a policy that allows more, or inner addresses, is another table', () => {
  const edgesAfter = (plant: Plant) => {
    const planted = manifestsOf('one-machine');
    plant(planted);
    return networkEdges(planted).edges;
  };
  const before = networkEdges(manifestsOf('one-machine')).edges;
  const rule = (all: Manifest[], name: string) => named(all, 'NetworkPolicy', name).spec;
  expect(edgesAfter((all) => rule(all, 'web').ingress?.[0]?.from?.push({ ipBlock: { cidr: '0.0.0.0/0' } }))).toContain(
    'anybody > web 3001',
  );
  expect(edgesAfter((all) => delete rule(all, 'web').ingress?.[0]?.from)).toContain('anybody > web 3001');
  expect(edgesAfter((all) => rule(all, 'outside').egress?.[0]?.to?.[0]?.ipBlock?.except?.shift())).toContain(
    'web > some inner addresses any',
  );
  expect(edgesAfter((all) => Object.assign(rule(all, 'figures'), { podSelector: {} }))).toContain(
    'monitoring > postgres 3000',
  );
  expect(before).not.toContain('anybody > web 3001');
});

describe('the figures by which processes are added', () => {
  type Rules = { name: { as: string }; seriesQuery: string; metricsQuery: string };
  const adapter = () => parse(read('ops/kubernetes/metrics/adapter.yml')) as { rules: Rules[]; externalRules: Rules[] };

  test('are handed on, and are told by our processes', async () => {
    const told = await makeMetrics('web').registry.metrics();
    const { rules, externalRules } = adapter();
    const wanted = manifestsOf('many-machines').flatMap(({ spec }) => spec?.metrics ?? []);
    expect(wanted.flatMap(({ pods }) => pods?.metric.name ?? [])).toEqual(rules.map(({ name }) => name.as));
    expect(wanted.flatMap(({ external }) => external?.metric.name ?? [])).toEqual(
      externalRules.map(({ name }) => name.as),
    );
    const names = [...rules, ...externalRules].flatMap(({ name, seriesQuery }) => [name.as, seriesQuery.split('{')[0]]);
    for (const name of names) expect(told).toContain(`# TYPE ${name} `);
  });

  test('Prometheus understands how they are asked for', () => {
    const folder = mkdtempSync(join(tmpdir(), 'figures-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { rules, externalRules } = adapter();
    const groups = [...rules, ...externalRules].map(({ name, seriesQuery, metricsQuery }) => ({
      record: `asked:${name.as}`,
      expr: metricsQuery
        .replace('<<.Series>>', seriesQuery.split('{')[0] ?? '')
        .replace('<<.LabelMatchers>>', 'namespace="antiphon"')
        .replace('<<.GroupBy>>', 'pod'),
    }));
    const file = join(folder, 'rules.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'asked', rules: groups }] }));
    execFileSync('promtool', ['check', 'rules', file], { stdio: 'pipe' });
    // Debian's Prometheus finds no pods; the token's file is in the cluster.
    const text = read('ops/kubernetes/metrics/scrape.yml').replace('/etc/prometheus/antiphon-token', file);
    const scrape = parse(text.replace(/kubernetes_sd_configs:\n.*\n.*\n/, 'static_configs: []\n')) as object;
    writeFileSync(join(folder, 'scrape.yml'), JSON.stringify(scrape));
    execFileSync('promtool', ['check', 'config', join(folder, 'scrape.yml')], { stdio: 'pipe' });
  });

  test('are asked of the pods that have them', () => {
    const scrape = read('ops/kubernetes/metrics/scrape.yml');
    const [, parts = ''] = /pod_label_part\], regex: (\S+),/.exec(scrape) ?? [];
    const labels = podsOf(manifestsOf('many-machines')).map(({ pod }) => pod.metadata.labels);
    for (const part of parts.split('|'))
      expect(labels.filter((one) => matches({ matchLabels: { part } }, one)).length).toBe(1);
    const [, port = ''] = /port_name\], regex: (\S+),/.exec(scrape) ?? [];
    for (const part of parts.split('|'))
      expect(
        containerOf(manifestsOf('many-machines'), part).ports?.find(({ name }) => name === port)?.containerPort,
      ).toBe(3000);
  });
});

test('one machine: PostgreSQL has connections for as many processes as there may be while they are replaced', () => {
  const manifests = manifestsOf('one-machine');
  const most = (name: string) => (named(manifests, 'HorizontalPodAutoscaler', name).spec.maxReplicas ?? 0) + 1;
  const { args = [] } = containerOf(manifests, 'postgres');
  const connections = Number(/max_connections=(\d+)/.exec(args.join(' '))?.[1] ?? 100);
  // docs/operation.md: 10 + 3 + 1 that listens + 1 to the directory; with jobs 3 + 1 more. Three are its administrators'. Caught here: 117.
  expect(most('web') * 15 + most('worker') * 19).toBeLessThanOrEqual(connections - 3);
});

test('the proxy of a cluster understands its files, and finds a process by name', () => {
  const container = containerOf(manifestsOf('many-machines'), 'edge');
  const environment = environmentOf(container, manifestsOf('many-machines'), fail);
  const folder = join(ROOT, 'deploy');
  const given = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace('/etc/caddy', folder)]),
  );
  const text = execFileSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: { PATH: process.env.PATH, ...given },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(text).toContain('"dynamic_upstreams":{"name":"web","port":"3000"');
  expect(text).not.toContain('/readyz');
  for (const { containerPort } of container.ports ?? []) expect(text).toMatch(new RegExp(`"?:?${containerPort}\\b`));
  // What is mounted is all that the proxy reads.
  const files = Object.keys(named(manifestsOf('many-machines'), 'ConfigMap', 'caddy').data ?? {});
  for (const name of Object.values(environment).filter((value) => value.startsWith('/etc/caddy/')))
    expect(files).toContain(name.slice('/etc/caddy/'.length));
});
