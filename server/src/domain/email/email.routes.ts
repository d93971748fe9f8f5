import { fail } from '@antiphon/contract/errors';
import { localProcedure } from '../../http/procedures.ts';
import { getOutboxEmail, hasOutbox, listOutbox } from './read-outbox.ts';
import type { SendDeps } from './send-email.ts';

const { email } = localProcedure;

export const emailRoutes = (deps: SendDeps & { isOwnMachine: boolean }) => ({
  listOutbox: email.listOutbox.handler(async () => {
    if (!hasOutbox(deps, true)) fail('not_found');
    return { items: await listOutbox(deps) };
  }),
  getOutboxEmail: email.getOutboxEmail.handler(({ input }) => {
    if (!hasOutbox(deps, true)) fail('not_found');
    return getOutboxEmail(deps, input.emailId);
  }),
});
