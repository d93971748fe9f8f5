/** What of a rendered manifest is looked at; `known-fields.ts` names all that may stand in one. */
export type Labels = Record<string, string>;
export type Selector = {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
};
type Probe = { httpGet?: { path: string; port: string }; exec?: { command: string[] }; timeoutSeconds?: number };
type Reference = { name: string };

export type Container = {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: Reference; secretRef?: Reference }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  volumeMounts?: { name: string; mountPath: string }[];
};

export type Pod = {
  metadata: { labels: Labels };
  spec: {
    containers: Container[];
    volumes?: { name: string; configMap?: Reference; persistentVolumeClaim?: { claimName: string } }[];
    securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
    terminationGracePeriodSeconds?: number;
    automountServiceAccountToken?: boolean;
    topologySpreadConstraints?: { labelSelector: Selector }[];
    restartPolicy?: string;
  };
};

export type Peer = {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
};
export type Rule = { from?: Peer[]; to?: Peer[]; ports?: { protocol: string; port: number }[] };
export type Policy = { podSelector: Selector; policyTypes: string[]; ingress?: Rule[]; egress?: Rule[] };

export type Manifest = {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels };
  data?: Record<string, string>;
  spec: {
    selector?: Selector & Labels;
    template?: Pod;
    replicas?: number;
    serviceName?: string;
    volumeClaimTemplates?: { metadata: Reference }[];
    ports?: { name: string; port: number; targetPort: string }[];
    scaleTargetRef?: { kind: string; name: string };
    minReplicas?: number;
    maxReplicas?: number;
    metrics?: { pods?: { metric: Reference }; external?: { metric: Reference } }[];
    maxUnavailable?: number;
  } & Partial<Policy>;
};

export const matches = (selector: Selector | undefined, labels: Labels): boolean =>
  Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value) &&
  (selector?.matchExpressions ?? []).every(
    ({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''),
  );

/** Whatever runs pods. */
export const podsOf = (manifests: Manifest[]): { owner: Manifest; pod: Pod }[] =>
  manifests.flatMap((owner) => (owner.spec?.template ? [{ owner, pod: owner.spec.template }] : []));

/** What a container finds in its environment; a name that is nowhere is told to `missing`. */
export function environmentOf(container: Container, manifests: Manifest[], missing: (what: string) => void) {
  const dataOf = (kind: string, name: string) => {
    const data = manifests.find((one) => one.kind === kind && one.metadata.name === name)?.data;
    if (!data) missing(`${container.name}: there is no ${kind} ${name}`);
    const read = kind === 'Secret' ? (value: string) => Buffer.from(value, 'base64').toString() : String;
    return Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, read(value)]));
  };
  const environment: Record<string, string> = {};
  for (const { configMapRef, secretRef } of container.envFrom ?? []) {
    if (configMapRef) Object.assign(environment, dataOf('ConfigMap', configMapRef.name));
    if (secretRef) Object.assign(environment, dataOf('Secret', secretRef.name));
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const ref = valueFrom?.secretKeyRef;
    const found = ref ? dataOf('Secret', ref.name)[ref.key] : value;
    if (found === undefined) missing(`${container.name}: ${name} has no value`);
    environment[name] = found ?? '';
  }
  return environment;
}
