import type { WorkspaceUid } from '@antiphon/contract/ids';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { importNumber, type PhoneDeps } from './import-number.ts';
import { listNumbers, lookAtNumbers } from './list-numbers.ts';
import { releaseNumber } from './release-number.ts';
import { updateNumber } from './update-number.ts';

const { phoneNumbers } = memberProcedure;

/** Each is a call of the provider. */
const asks = (uid: WorkspaceUid) => [{ key: `phone-ask:${uid}`, max: 20, windowSeconds: 60 }];

export const phoneNumbersRoutes = (deps: PhoneDeps) => ({
  list: phoneNumbers.list.handler(async ({ context }) => ({ items: await listNumbers(deps, context.scope) })),
  look: phoneNumbers.look.handler(async ({ context, input }) => {
    await takeRate(context, asks(context.scope.workspaceUid));
    return { items: await lookAtNumbers(deps, context.member, input.account) };
  }),
  import: phoneNumbers.import.handler(async ({ context, input: { uid: _uid, ...given } }) => {
    await takeRate(context, asks(context.scope.workspaceUid));
    return importNumber(deps, context.member, given);
  }),
  update: phoneNumbers.update.handler(({ context, input: { uid: _uid, phoneNumberId, ...change } }) =>
    updateNumber(deps, context.member, phoneNumberId, change),
  ),
  release: phoneNumbers.release.handler(async ({ context, input }) => {
    await takeRate(context, asks(context.scope.workspaceUid));
    await releaseNumber(deps, context.member, input.phoneNumberId);
    return { success: true as const };
  }),
});
