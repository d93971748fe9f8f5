import { userProcedure } from '../../http/procedures.ts';
import { type AccountDeps, deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

const { accounts } = userProcedure;

export const accountsRoutes = (deps: AccountDeps) => ({
  exportOwn: accounts.exportOwn.handler(({ context }) => exportAccount(deps, context.user)),
  deleteOwn: accounts.deleteOwn.handler(async ({ context, input }) => {
    await deleteAccount(deps, context.user, input.email);
    return { success: true as const };
  }),
});
