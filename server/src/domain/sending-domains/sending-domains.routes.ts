import { memberProcedure, namingMemberProcedure } from '../../http/procedures.ts';
import { sendDomainInstructions } from '../custom-domains/send-domain-instructions.ts';
import { addSendingDomain, type DomainDeps } from './add-sending-domain.ts';
import { getSendingDomain } from './get-sending-domain.ts';
import { removeSendingDomain, stopReminder } from './remove-sending-domain.ts';
import { sendInstructions } from './send-instructions.ts';
import { verifySendingDomain } from './verify-sending-domain.ts';

const { sendingDomains } = memberProcedure;
const naming = namingMemberProcedure.sendingDomains;
const success = true as const;

export const sendingDomainsRoutes = (deps: DomainDeps) => ({
  add: naming.add.handler(async ({ context, input }) => {
    const { id } = await addSendingDomain(deps, context.member, input.domain);
    return { data: await getSendingDomain(deps, context.member, id) };
  }),
  verify: sendingDomains.verify.handler(async ({ context, input }) => {
    await verifySendingDomain(deps, context.member, input.id);
    return { data: await getSendingDomain(deps, context.member, input.id) };
  }),
  get: sendingDomains.get.handler(async ({ context, input }) => ({
    data: await getSendingDomain(deps, context.member, input.id),
  })),
  remove: sendingDomains.remove.handler(async ({ context, input }) => {
    await removeSendingDomain(deps, context.member, input.id);
    return { success };
  }),
  sendInstructions: naming.sendInstructions.handler(async ({ context, input }) => {
    const send = input.domainType === 'customDomain' ? sendDomainInstructions : sendInstructions;
    await send(deps, context.member, input.to);
    return { success, message: 'DNS instructions sent successfully!' };
  }),
  stopReminder: sendingDomains.stopReminder.handler(async ({ context, input }) => {
    await stopReminder(deps, context.member, input.id);
    return { success };
  }),
});
