import { oc } from '@orpc/contract';
import * as z from 'zod';
import { FlowPartId } from './flow-parts.ts';
import { AgentId } from './ids.ts';
import { limits } from './limits.ts';

const coordinate = z.number().min(-100_000).max(100_000);

/** Where the nodes of a canvas are drawn, by their ids. */
export const FlowLayout = z
  .record(FlowPartId, z.object({ x: coordinate, y: coordinate }))
  .refine(
    (positions) => Object.keys(positions).length <= limits.flowNodesMax,
    `A canvas may have at most ${limits.flowNodesMax} nodes.`,
  );
export type FlowLayout = z.infer<typeof FlowLayout>;

const agent = z.object({ id: AgentId });
const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Agents'], successStatus: 200 });

export const flowsContract = {
  getLayout: route('GET', '/v2/agents/{id}/flow-layout', 'Get where the nodes of the canvas are drawn')
    .input(agent)
    .output(z.object({ positions: FlowLayout })),
  saveLayout: route(
    'POST',
    '/v2/agents/{id}/flow-layout',
    'Replace where the nodes of the canvas are drawn. It is no part of the working copy: nothing has to be published',
  )
    .input(agent.extend({ positions: FlowLayout }))
    .output(z.object({ positions: FlowLayout })),
};
