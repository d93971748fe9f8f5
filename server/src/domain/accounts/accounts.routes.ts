import type { UserId } from '@antiphon/contract/ids';
import type { RequestContext } from '../../http/context.ts';
import { accountOf, knownBrowserOf } from '../../http/known-browser.ts';
import { takeMailRate, takeRate, userProcedure } from '../../http/procedures.ts';
import {
  askForEmail,
  cancelEmailChange,
  confirmNewEmail,
  type EmailChangeDeps,
  getEmailChange,
  sendEmailCode,
} from '../identity/change-email.ts';
import { type AccountDeps, deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

const { accounts } = userProcedure;

export const accountsRoutes = (deps: AccountDeps & EmailChangeDeps) => ({
  exportOwn: accounts.exportOwn.handler(({ context }) => exportAccount(deps, context.user)),
  deleteOwn: accounts.deleteOwn.handler(async ({ context, input }) => {
    await deleteAccount(deps, context.user, input.email);
    return { success: true as const };
  }),
  getEmailChange: accounts.getEmailChange.handler(({ context }) => getEmailChange(deps, context.user)),
  askForEmail: accounts.askForEmail.handler(async ({ context, input }) => {
    const { user, addressPrefix: network } = context;
    await takeChangeRate(context, user.userId);
    const knownBrowser = knownBrowserOf(context, deps.secretKey, accountOf(context, user.email));
    return askForEmail(deps, user, input, { network, knownBrowser });
  }),
  sendEmailCode: accounts.sendEmailCode.handler(async ({ context }) => {
    await takeChangeRate(context, context.user.userId);
    return sendEmailCode(deps, context.user);
  }),
  confirmEmail: accounts.confirmEmail.handler(({ context, input }) =>
    confirmNewEmail(deps, context.user, input.code, { network: context.addressPrefix }),
  ),
  cancelEmailChange: accounts.cancelEmailChange.handler(({ context }) => cancelEmailChange(deps, context.user)),
});

/** Each of them may mail an address of the caller's choice. */
async function takeChangeRate(context: RequestContext, userId: UserId) {
  await takeRate(context, [{ key: `change-email:${userId}`, max: 10, windowSeconds: 3_600 }]);
  await takeMailRate(context);
}
