import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';

/** What changed; whoever shows it reads it anew. */
export const SignalKind = z.enum([
  'agent',
  'conversation',
  'delivery',
  'document',
  'notification',
  'phone',
  'webhook',
  'workspace',
]);
export type SignalKind = z.infer<typeof SignalKind>;

/** Tells an open dashboard that something changed: its kind and its id, nothing of its content. */
export const Signal = z.object({ kind: SignalKind, id: z.string() });
export type Signal = z.infer<typeof Signal>;

export const signalsContract = {
  stream: oc
    .route({
      method: 'GET',
      path: '/v2/workspaces/{uid}/events',
      summary: 'Server-sent events of a workspace: kinds and ids of what changed',
      tags: ['Signals'],
    })
    .input(z.object({ uid: WorkspaceUid }))
    .output(eventIterator(Signal)),
};
