import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import type { SpeechHosts } from '../speech/speech.ports.ts';
import { createCredential } from './create-credential.ts';
import type { ModelList, ModelProbe, PlatformKeys } from './credentials.ports.ts';
import { deleteCredential } from './delete-credential.ts';
import { listCredentials } from './list-credentials.ts';
import { listModels } from './list-models.ts';
import { rotateCredential } from './rotate-credential.ts';
import { testCredential } from './test-credential.ts';

type Deps = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  /** Pairs `host:port` that base URLs may name without https. */
  outboundAllow: readonly string[];
  modelProbe: ModelProbe;
  modelList: ModelList;
  platformKeys: PlatformKeys;
  speech: SpeechHosts;
};

const { credentials } = memberProcedure;

/** A key of a provider of speech is checked there before it is stored. */
const takeChecks = (context: Parameters<typeof takeRate>[0] & { scope: Scope }) =>
  takeRate(context, [{ key: `credential-check:${context.scope.workspaceUid}`, max: 30, windowSeconds: 60 }]);

export const credentialsRoutes = (deps: Deps) => ({
  list: credentials.list.handler(async ({ context }) => ({
    items: await listCredentials(deps, context.scope),
    platformKeys: [...deps.platformKeys],
  })),
  create: credentials.create.handler(async ({ context, input }) => {
    await takeChecks(context);
    return createCredential(deps, context.member, input);
  }),
  rotate: credentials.rotate.handler(async ({ context, input }) => {
    await takeChecks(context);
    return rotateCredential(deps, context.member, input);
  }),
  delete: credentials.delete.handler(async ({ context, input }) => {
    await deleteCredential(deps, context.member, input.credentialId);
    return { success: true as const };
  }),
  listModels: credentials.listModels.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `model-list:${context.scope.workspaceUid}`, max: 30, windowSeconds: 60 }]);
    return { items: await listModels(deps, context.member, input) };
  }),
  test: credentials.test.handler(async ({ context, input }) => {
    // Each test is a call to a host that the caller chose.
    await takeRate(context, [{ key: `credential-test:${context.scope.workspaceUid}`, max: 20, windowSeconds: 60 }]);
    return testCredential(deps, context.member, input);
  }),
});
