import { oc } from '@orpc/contract';
import * as z from 'zod';
import { isKeptHeader, isOrigin } from './function-check.ts';
import { FUNCTION_FAULTS } from './function-faults.ts';
import { CallCredentialId, FunctionId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

export const CallCredentialKind = z.enum(['bearer', 'header', 'basic']);
export type CallCredentialKind = z.infer<typeof CallCredentialKind>;

const fields = {
  label: z.string().trim().min(1, FUNCTION_FAULTS.nameMissing).max(80),
  kind: CallCredentialKind.describe(
    'How the secret travels: `Authorization: Bearer`, a header of its own, or with a user name',
  ),
  headerName: z.string().trim().max(100).default('').describe('Of kind `header`'),
  username: z.string().trim().max(200).default('').describe('Of kind `basic`'),
  origins: z
    .array(z.string().trim().max(300))
    .min(1, FUNCTION_FAULTS.origins)
    .max(limits.callCredentialOriginsMax)
    .describe('Such as `https://api.example.com`. It is sent nowhere else, whoever changes a function'),
};
/** Shorter ones could not be told from other words of an answer, where they are hidden. */
const secret = z
  .string()
  .trim()
  .min(8, FUNCTION_FAULTS.secretShort)
  .max(4_000)
  .regex(/^[\x20-\x7e]+$/, FUNCTION_FAULTS.secretSign);

type Fields = z.infer<z.ZodObject<typeof fields>>;
function check({ kind, headerName, username, origins }: Fields, context: z.RefinementCtx): void {
  const say = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (kind === 'header' && (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(headerName) || isKeptHeader(headerName)))
    say(['headerName'], FUNCTION_FAULTS.headerKept);
  if (kind === 'basic' && !/^[\x21-\x39\x3b-\x7e]+$/.test(username)) say(['username'], FUNCTION_FAULTS.username);
  for (const [index, origin] of origins.entries())
    if (!isOrigin(origin)) say(['origins', index], FUNCTION_FAULTS.origin);
}

/** A secret of another system. It is written and replaced, never read: answers carry its last four characters. */
export const CallCredential = z.object({
  id: CallCredentialId,
  ...fields,
  last4: z.string(),
  addedBy: z.string().describe('Who stored the secret, or replaced it last'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  functions: z.array(z.object({ id: FunctionId, name: z.string() })).describe('Those whose working copy uses it'),
});
export type CallCredential = z.infer<typeof CallCredential>;
export type NewCallCredential = Fields & { secret: string };

const workspace = z.object({ uid: WorkspaceUid });
const one = workspace.extend({ callCredentialId: CallCredentialId });
const route = (verb: 'GET' | 'POST' | 'DELETE', end: `/${string}` | '', summary: string, successStatus = 200) =>
  oc.route({
    method: verb,
    path: `/v2/workspaces/{uid}/call-credentials${end}`,
    summary,
    tags: ['Functions'],
    successStatus,
  });

export const callCredentialsContract = {
  list: route('GET', '', 'List the credentials that functions use')
    .input(workspace)
    .output(z.object({ items: z.array(CallCredential) })),
  create: route('POST', '', 'Store a credential for functions', 201)
    .input(workspace.extend({ ...fields, secret }).superRefine(check))
    .output(CallCredential),
  replace: route('POST', '/{callCredentialId}', 'Replace a credential for functions: its secret, and where it is sent')
    .input(one.extend({ ...fields, secret }).superRefine(check))
    .output(CallCredential),
  delete: route('DELETE', '/{callCredentialId}', 'Delete a credential that no function uses')
    .input(one)
    .output(z.object({ success: z.literal(true) })),
};
