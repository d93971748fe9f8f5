import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { listMembers } from './list-members.ts';
import { leaveWorkspace, removeMember } from './remove-member.ts';
import { transferOwnership } from './transfer-ownership.ts';
import { updateMember } from './update-member.ts';

const { members } = memberProcedure;
const done = { success: true as const };

export const membersRoutes = (deps: { database: Database; systemScope: SystemScope }) => ({
  list: members.list.handler(({ context }) => listMembers(deps, context.member)),
  update: members.update.handler(async ({ context, input }) => {
    await updateMember(deps, context.member, input);
    return done;
  }),
  remove: members.remove.handler(async ({ context, input }) => {
    await removeMember(deps, context.member, input.userId);
    return done;
  }),
  leave: members.leave.handler(async ({ context }) => {
    await leaveWorkspace(deps, context.member);
    return done;
  }),
  transfer: members.transfer.handler(async ({ context, input }) => {
    await transferOwnership(deps, context.member, input);
    return done;
  }),
});
