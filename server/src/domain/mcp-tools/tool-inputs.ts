import { AgentId } from '@antiphon/contract/ids';
import * as z from 'zod';

export const agentId = AgentId.describe('The ID that list_agents tells');

/** Of a list that is read page by page. */
export const paged = {
  cursor: z.string().max(200).optional().describe('`next` of the answer before'),
  limit: z.number().int().min(1).max(50).default(20),
};

/** Of what is there as a whole, and told in pieces. */
export const inPieces = {
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('`next` of the answer before'),
};
