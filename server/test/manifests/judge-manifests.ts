import { readSettings } from '../../src/settings.ts';
import { unknownFields } from './known-fields.ts';
import { type Container, environmentOf, type Manifest, matches, type Pod, podsOf } from './manifest.ts';
import { networkEdges } from './network-edges.ts';

/** Without them a cluster would run something else than what docs/scale-out.md tells of. */
const REQUIRED = {
  'one-machine': ['DATABASE_URL', 'S3_ENDPOINT'],
  'many-machines': ['DATABASE_URL', 'DATABASE_POOLER', 'DATABASE_DIRECT_URL', 'BROKER_URL'],
  both: [
    'NODE_ENV',
    'SECRET_KEY',
    'METRICS_TOKEN',
    'PUBLIC_URL',
    'REGIONS',
    'TRUSTED_PROXIES',
    'TLS_ASK_LISTEN',
    'S3_BUCKET',
  ],
};
export type Overlay = 'one-machine' | 'many-machines';

/** Sentences about what would not work. */
export function judgeManifests(manifests: Manifest[], overlay: Overlay): string[] {
  const faults: string[] = [];
  const tell = (what: string) => faults.push(what);
  for (const field of manifests.flatMap(unknownFields)) tell(`${field} is no field that Kubernetes knows`);
  for (const { owner, pod } of podsOf(manifests)) {
    judgePod(owner, pod, manifests, tell);
    for (const container of pod.spec.containers) {
      judgeContainer(owner, container, tell);
      if (/(^|\/)antiphon:/.test(container.image)) judgeSettings(container, pod, manifests, overlay, tell);
    }
  }
  for (const manifest of manifests) judgeMeeting(manifest, manifests, tell);
  if (!manifests.some(({ kind, spec }) => kind === 'NetworkPolicy' && deniesAll(spec)))
    tell('nothing forbids what no policy allows');
  for (const line of networkEdges(manifests).half) tell(`${line}: one side allows it, the other does not`);
  return faults;
}

const deniesAll = ({ podSelector, policyTypes, ingress, egress }: Manifest['spec']) =>
  Object.keys(podSelector ?? { none: 1 }).length === 0 &&
  policyTypes?.join() === 'Ingress,Egress' &&
  !ingress &&
  !egress;

type Tell = (what: string) => void;

function judgePod(owner: Manifest, { metadata, spec }: Pod, manifests: Manifest[], tell: Tell) {
  const name = `${owner.kind} ${owner.metadata.name}`;
  const isJob = owner.kind === 'Job';
  if (!isJob && !matches(owner.spec.selector, metadata.labels)) tell(`${name} does not find its own pods`);
  if (spec.topologySpreadConstraints?.some(({ labelSelector }) => !matches(labelSelector, metadata.labels)))
    tell(`${name} spreads pods of others`);
  if (spec.securityContext?.runAsNonRoot !== true || !spec.securityContext.runAsUser) tell(`${name} may be root`);
  if (spec.securityContext?.seccompProfile?.type !== 'RuntimeDefault') tell(`${name} may call all of the kernel`);
  if (spec.automountServiceAccountToken !== false) tell(`${name} has a token of the cluster`);
  if (metadata.labels.app === 'antiphon' && ['web', 'worker', 'edge'].includes(metadata.labels.part ?? '')) {
    if ((spec.terminationGracePeriodSeconds ?? 30) !== 45) tell(`${name} is not given 45 s to end`);
    const budget = manifests.some(
      (one) => one.kind === 'PodDisruptionBudget' && matches(one.spec.selector, metadata.labels),
    );
    if (!budget) tell(`${name} has no budget: all of it may be away at once`);
  }
  const mounted = spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map((mount) => mount.name));
  const claims = owner.spec.volumeClaimTemplates ?? [];
  const volumes = [...(spec.volumes ?? []).map((one) => one.name), ...claims.map(({ metadata: one }) => one.name)];
  for (const volume of mounted) if (!volumes.includes(volume)) tell(`${name} has no volume ${volume}`);
  for (const { configMap, persistentVolumeClaim } of spec.volumes ?? []) {
    const has = (kind: string, wanted: string) =>
      manifests.some((one) => one.kind === kind && one.metadata.name === wanted);
    if (configMap && !has('ConfigMap', configMap.name)) tell(`${name}: there is no ConfigMap ${configMap.name}`);
    if (persistentVolumeClaim && !has('PersistentVolumeClaim', persistentVolumeClaim.claimName))
      tell(`${name}: there is no claim ${persistentVolumeClaim.claimName}`);
  }
}

function judgeContainer(owner: Manifest, container: Container, tell: Tell) {
  const name = `${owner.kind} ${owner.metadata.name}`;
  if (!/:[^/]+$/.test(container.image) || container.image.endsWith(':latest'))
    tell(`${name}: ${container.image} is no version`);
  const { requests, limits } = container.resources ?? {};
  for (const kind of ['cpu', 'memory'])
    if (!requests?.[kind] || !limits?.[kind]) tell(`${name} has no limit or request of ${kind}`);
  const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext ?? {};
  if (allowPrivilegeEscalation !== false || readOnlyRootFilesystem !== true || capabilities?.drop?.join() !== 'ALL')
    tell(`${name} may do more than it has to`);
  if (owner.kind === 'Job') return;
  const ports = container.ports?.map((port) => port.name) ?? [];
  for (const kind of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
    const probe = container[kind];
    if (!probe?.timeoutSeconds) tell(`${name} has no ${kind}`);
    if (probe?.httpGet && !ports.includes(probe.httpGet.port)) tell(`${name}: ${kind} asks at no port of it`);
    // Ready is what depends on the database; a process that is ended because that is away helps nobody.
    const path = kind === 'readinessProbe' ? '/readyz' : '/livez';
    if (/(^|\/)antiphon:/.test(container.image) && probe?.httpGet?.path !== path)
      tell(`${name}: ${kind} does not ask ${path}`);
  }
}

function judgeSettings(container: Container, pod: Pod, manifests: Manifest[], overlay: Overlay, tell: Tell) {
  const environment = environmentOf(container, manifests, tell);
  const name = container.name;
  const known = new Set(Object.keys(readSettings({ DATA_DIR: '/tmp', SECRET_KEY: 'x' })));
  // For the store beside, in the same secret.
  known.add('POSTGRES_PASSWORD');
  for (const setting of Object.keys(environment))
    if (!known.has(setting)) tell(`${name}: ${setting} is no setting of the server`);
  for (const setting of [...REQUIRED.both, ...REQUIRED[overlay]])
    if (!environment[setting]) tell(`${name}: ${setting} is not set`);
  if (environment.ROLE !== pod.metadata.labels.part) tell(`${name} runs as ${environment.ROLE}`);
  try {
    const { PORT, edge, DRAIN_SECONDS, dataDir } = readSettings(environment);
    const port = (wanted: string) => container.ports?.find((one) => one.name === wanted)?.containerPort;
    if (environment.ROLE !== 'migrate' && port('http') !== PORT) tell(`${name} listens at ${PORT}`);
    if (environment.ROLE === 'web' && port('tls-ask') !== edge.askListen?.port)
      tell(`${name} is asked at another port`);
    if (environment.ROLE === 'web' && DRAIN_SECONDS < 6) tell(`${name} ends before everybody knows`);
    if (!container.volumeMounts?.some(({ mountPath }) => mountPath === dataDir))
      tell(`${name} cannot write in ${dataDir}`);
  } catch (error) {
    tell(`${name}: ${(error as Error).message}`);
  }
}

/** Services, autoscalers and budgets: whether what they are for is there. */
function judgeMeeting({ kind, metadata, spec }: Manifest, manifests: Manifest[], tell: Tell) {
  const name = `${kind} ${metadata.name}`;
  const pods = podsOf(manifests).map(({ pod }) => pod);
  if (kind === 'Service') {
    const met = pods.filter(({ metadata: { labels } }) => matches({ matchLabels: spec.selector ?? {} }, labels));
    if (met.length !== 1) tell(`${name} meets ${met.length} workloads`);
    const ports = met.flatMap((pod) => pod.spec.containers.flatMap((one) => one.ports?.map((port) => port.name) ?? []));
    for (const { targetPort } of spec.ports ?? [])
      if (!ports.includes(targetPort)) tell(`${name} has nobody at ${targetPort}`);
  }
  if (kind === 'PodDisruptionBudget') {
    if (!pods.some((pod) => matches(spec.selector, pod.metadata.labels))) tell(`${name} meets no workload`);
    if (spec.maxUnavailable !== 1) tell(`${name} lets more than one be away`);
  }
  if (kind === 'HorizontalPodAutoscaler') {
    const { kind: wanted, name: scaled } = spec.scaleTargetRef ?? {};
    const target = manifests.find((one) => one.kind === wanted && one.metadata.name === scaled);
    if (!target) tell(`${name} meets no workload`);
    if (target?.spec.replicas !== undefined) tell(`${name} and ${scaled} both say how many there are`);
    if ((spec.minReplicas ?? 1) > (spec.maxReplicas ?? 0)) tell(`${name} wants more than it may`);
  }
  if (
    kind === 'StatefulSet' &&
    !manifests.some((one) => one.kind === 'Service' && one.metadata.name === spec.serviceName)
  )
    tell(`${name} has no Service`);
  if (kind !== 'Namespace' && metadata.namespace !== 'antiphon') tell(`${name} is in no namespace of ours`);
}
