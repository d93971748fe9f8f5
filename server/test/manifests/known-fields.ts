/** A field's own fields; `true`: whatever stands there; a list: of each of its entries. */
type Shape = true | readonly [Shape] | { readonly [field: string]: Shape };

const fields = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, true])) as Record<Name, true>;

const metadata = { ...fields('name', 'namespace'), labels: true, annotations: true } as const;
const selector = { matchLabels: true, matchExpressions: [fields('key', 'operator', 'values')] } as const;
const reference = fields('name');
const probe = {
  httpGet: fields('path', 'port'),
  exec: fields('command'),
  ...fields('periodSeconds', 'timeoutSeconds', 'failureThreshold'),
} as const;
const resources = { requests: fields('cpu', 'memory', 'storage'), limits: fields('cpu', 'memory') } as const;
const container = {
  ...fields('name', 'image', 'command', 'args'),
  env: [{ ...fields('name', 'value'), valueFrom: { secretKeyRef: fields('name', 'key') } }],
  envFrom: [{ configMapRef: reference, secretRef: reference }],
  ports: [fields('name', 'containerPort')],
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources,
  securityContext: {
    ...fields('allowPrivilegeEscalation', 'readOnlyRootFilesystem'),
    capabilities: fields('drop', 'add'),
  },
  volumeMounts: [fields('name', 'mountPath')],
} as const;
const template = {
  metadata,
  spec: {
    ...fields('restartPolicy', 'terminationGracePeriodSeconds', 'automountServiceAccountToken', 'enableServiceLinks'),
    securityContext: {
      ...fields('runAsNonRoot', 'runAsUser', 'runAsGroup', 'fsGroup'),
      seccompProfile: fields('type'),
    },
    topologySpreadConstraints: [{ ...fields('maxSkew', 'topologyKey', 'whenUnsatisfiable'), labelSelector: selector }],
    containers: [container],
    volumes: [
      {
        name: true,
        configMap: reference,
        emptyDir: fields('sizeLimit'),
        persistentVolumeClaim: fields('claimName'),
      },
    ],
  },
} as const;
const claim = { ...fields('accessModes', 'storageClassName'), resources } as const;
const peers = [{ podSelector: selector, namespaceSelector: selector, ipBlock: fields('cidr', 'except') }] as const;
const ports = [fields('protocol', 'port')] as const;
const scaling = { stabilizationWindowSeconds: true, policies: [fields('type', 'value', 'periodSeconds')] } as const;
const target = fields('type', 'value', 'averageValue', 'averageUtilization');

/** By version and kind, as of Kubernetes 1.27 and newer. */
const KINDS: Record<string, Shape> = {
  'v1 Namespace': { metadata },
  'v1 ConfigMap': { metadata, data: true },
  'v1 Secret': { metadata, data: true, type: true },
  'v1 Service': {
    metadata,
    spec: {
      ...fields('type', 'clusterIP', 'externalTrafficPolicy'),
      selector: true,
      ports: [fields('name', 'port', 'targetPort')],
    },
  },
  'v1 PersistentVolumeClaim': { metadata, spec: claim },
  'apps/v1 Deployment': {
    metadata,
    spec: {
      ...fields('replicas', 'revisionHistoryLimit'),
      strategy: { type: true, rollingUpdate: fields('maxSurge', 'maxUnavailable') },
      selector,
      template,
    },
  },
  'apps/v1 StatefulSet': {
    metadata,
    spec: {
      ...fields('replicas', 'serviceName'),
      selector,
      template,
      volumeClaimTemplates: [{ metadata, spec: claim }],
    },
  },
  'batch/v1 Job': { metadata, spec: { ...fields('backoffLimit', 'activeDeadlineSeconds'), template } },
  'policy/v1 PodDisruptionBudget': { metadata, spec: { maxUnavailable: true, selector } },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    metadata,
    spec: {
      ...fields('minReplicas', 'maxReplicas'),
      scaleTargetRef: fields('apiVersion', 'kind', 'name'),
      metrics: [
        {
          type: true,
          resource: { name: true, target },
          pods: { metric: reference, target },
          external: { metric: reference, target },
        },
      ],
      behavior: { scaleUp: scaling, scaleDown: scaling },
    },
  },
  'networking.k8s.io/v1 NetworkPolicy': {
    metadata,
    spec: {
      podSelector: selector,
      policyTypes: true,
      ingress: [{ from: peers, ports }],
      egress: [{ to: peers, ports }],
    },
  },
};

function unknownIn(value: unknown, shape: Shape | undefined, path: string): string[] {
  if (shape === undefined) return [path];
  if (shape === true) return [];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} (no list)`];
    return value.flatMap((one, at) => unknownIn(one, shape[0] as Shape, `${path}[${at}]`));
  }
  if (typeof value !== 'object' || value === null) return [`${path} (no fields)`];
  return Object.entries(value).flatMap(([key, one]) =>
    unknownIn(one, (shape as { [field: string]: Shape })[key], `${path}.${key}`),
  );
}

/** A cluster drops, or refuses, a field that it does not know. */
export function unknownFields(manifest: unknown): string[] {
  const { apiVersion, kind, ...rest } = manifest as { apiVersion: string; kind: string };
  const shape = KINDS[`${apiVersion} ${kind}`];
  return shape ? unknownIn(rest, shape, kind) : [`${apiVersion} ${kind}`];
}
