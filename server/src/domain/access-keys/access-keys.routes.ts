import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { memberProcedure, secretProcedure } from '../../http/procedures.ts';
import { createAccessKey } from './create-access-key.ts';
import { listAccessKeys } from './list-access-keys.ts';
import { revokeAccessKey } from './revoke-access-key.ts';

const { accessKeys } = memberProcedure;

export const accessKeysRoutes = (deps: { database: Database; systemScope: SystemScope }) => ({
  list: accessKeys.list.handler(async ({ context }) => ({ items: await listAccessKeys(deps, context.member) })),
  create: secretProcedure.accessKeys.create.handler(({ context, input: { uid: _uid, ...given } }) =>
    createAccessKey(deps, context.member, given),
  ),
  revoke: accessKeys.revoke.handler(async ({ context, input }) => {
    await revokeAccessKey(deps, context.member, input.accessKeyId);
    return { success: true as const };
  }),
});
