import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { deleteCallCredential } from './delete-call-credential.ts';
import { listCallCredentials } from './list-call-credentials.ts';
import { createCallCredential, replaceCallCredential } from './save-call-credential.ts';

type Deps = { database: Database; systemScope: SystemScope; secretKey: string };

const { callCredentials } = memberProcedure;

export const callCredentialsRoutes = (deps: Deps) => ({
  list: callCredentials.list.handler(async ({ context }) => ({
    items: await listCallCredentials(deps, context.scope),
  })),
  create: callCredentials.create.handler(({ context, input: { uid: _uid, ...given } }) =>
    createCallCredential(deps, context.member, given),
  ),
  replace: callCredentials.replace.handler(({ context, input: { uid: _uid, callCredentialId, ...given } }) =>
    replaceCallCredential(deps, context.member, callCredentialId, given),
  ),
  delete: callCredentials.delete.handler(async ({ context, input }) => {
    await deleteCallCredential(deps, context.member, input.callCredentialId);
    return { success: true as const };
  }),
});
