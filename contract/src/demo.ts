import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgencyId, AgentId, OrgId, WorkspaceUid } from './ids.ts';

/** A small agency to look around in: an org with two clients, an agent that knows a shop, a week of its conversations. */
export const Demo = z.object({
  canStart: z.boolean().describe('The workspace is empty, and the one who asks may do all of it'),
  canRemove: z.boolean(),
  agentId: AgentId.nullable().describe('Null where there is no demo data'),
  orgId: OrgId.nullable(),
  agencyId: AgencyId.nullable().describe(
    'The brand that goes with the demo data; null where the workspace has its own',
  ),
  pageUrl: z.string().describe("The page of a shop with the agent's widget; empty where there is none"),
});
export type Demo = z.infer<typeof Demo>;

const workspace = z.object({ uid: WorkspaceUid });
const route = (method: 'GET' | 'POST' | 'DELETE', summary: string) =>
  oc.route({ method, path: '/v2/workspaces/{uid}/demo', summary, tags: ['Demo data'], successStatus: 200 });

export const demoContract = {
  get: route('GET', 'Get what demo data a workspace has').input(workspace).output(Demo),
  start: route('POST', 'Fill an empty workspace with demo data').input(workspace).output(Demo),
  remove: route('DELETE', 'Remove the demo data, whatever was added to it included').input(workspace).output(Demo),
};
