import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';

export const LogEntry = z.object({
  id: z.string(),
  agentId: AgentId.nullable(),
  type: z.string(),
  channel: z.string(),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: z.iso.datetime(),
});
export type LogEntry = z.infer<typeof LogEntry>;

const metadata = z
  .record(z.string().max(200), z.unknown())
  .refine((value) => JSON.stringify(value).length <= limits.logMetadataCharsMax, {
    message: `Metadata may have at most ${limits.logMetadataCharsMax} characters.`,
  });

export const logsContract = {
  /** The path is the specification's: its `userId` is the workspace's uid. */
  write: oc
    .route({
      method: 'POST',
      path: '/workspace/{uid}/logs',
      summary: 'Write a log entry',
      tags: ['Logs'],
      successStatus: 201,
    })
    .input(
      z.object({
        uid: WorkspaceUid,
        userId: z.string().max(64).optional().describe('As in the path; the path counts'),
        agentId: AgentId.nullish(),
        type: z.string().trim().min(1).max(60),
        content: z.string().max(limits.logCharsMax, `A log entry may have at most ${limits.logCharsMax} characters.`),
        channel: z.string().max(60).default(''),
        metadata: metadata.default({}),
        withEmail: z.boolean().default(false).describe('Also mail it to the members, within their share of mails'),
        region: z
          .string()
          .max(10)
          .optional()
          .describe('Routes the call at most; the entry stays where its workspace is'),
      }),
    )
    .output(z.object({ success: z.literal(true), id: z.string() })),
  list: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/logs',
      summary: 'List log entries, newest first',
      tags: ['Logs'],
    })
    .input(PageQuery.extend({ uid: WorkspaceUid, agentId: AgentId.optional(), type: z.string().max(60).optional() }))
    .output(page(LogEntry)),
};
