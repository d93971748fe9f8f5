import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentId, CredentialId, WorkspaceUid } from './ids.ts';

/** Whose models answer. */
export const ModelHost = z.enum(['openai', 'anthropic', 'google', 'openai-compatible']);
export type ModelHost = z.infer<typeof ModelHost>;

/** Who listens and speaks in calls. */
export const SpeechHost = z.enum(['deepgram']);
export type SpeechHost = z.infer<typeof SpeechHost>;

export const CredentialProvider = z.enum([...ModelHost.options, ...SpeechHost.options]);
export type CredentialProvider = z.infer<typeof CredentialProvider>;

/** A provider's key is written and replaced, never read: answers carry its last four characters. */
export const Credential = z.object({
  id: CredentialId,
  provider: CredentialProvider,
  label: z.string(),
  baseURL: z.string(),
  last4: z.string(),
  addedBy: z.string().describe('Who stored the key, or replaced it last'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  agents: z
    .array(z.object({ ID: AgentId, title: z.string() }))
    .describe('Agents whose working copy or published copy uses it, at most 100'),
});
export type Credential = z.infer<typeof Credential>;

export const ListedModel = z.object({
  model: z.string(),
  price: z
    .object({ input: z.number(), output: z.number() })
    .nullable()
    .describe('List price in USD per million tokens, where it is known'),
});
export type ListedModel = z.infer<typeof ListedModel>;

const workspace = z.object({ uid: WorkspaceUid });
const secret = z.string().trim().min(1, 'Please enter the key.').max(500);
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Credentials'], successStatus });

export const credentialsContract = {
  list: route('GET', '/v2/workspaces/{uid}/credentials', 'List credentials')
    .input(workspace)
    .output(
      z.object({
        items: z.array(Credential),
        platformKeys: z
          .array(ModelHost)
          .describe('Providers that answer without a credential, by a key of the platform'),
      }),
    ),
  create: route('POST', '/v2/workspaces/{uid}/credentials', 'Store a credential', 201)
    .input(
      workspace.extend({
        provider: CredentialProvider,
        label: z.string().trim().min(1, 'Please enter a name.').max(80),
        secret,
        baseURL: z.string().trim().max(500).default(''),
      }),
    )
    .output(Credential),
  rotate: route('POST', '/v2/workspaces/{uid}/credentials/{credentialId}/rotate', 'Replace the key of a credential')
    .input(workspace.extend({ credentialId: CredentialId, secret }))
    .output(Credential),
  delete: route('DELETE', '/v2/workspaces/{uid}/credentials/{credentialId}', 'Delete a credential')
    .input(workspace.extend({ credentialId: CredentialId }))
    .output(z.object({ success: z.literal(true) })),
  listModels: route('GET', '/v2/workspaces/{uid}/models', 'List the models of a provider')
    .input(
      workspace.extend({
        provider: ModelHost,
        credentialId: CredentialId.optional().describe("Left out, the platform's own key is used, where there is one"),
      }),
    )
    .output(
      z.object({
        items: z
          .array(ListedModel)
          .describe('As the provider lists them; where it does not answer, those whose price is known'),
      }),
    ),
  test: route('POST', '/v2/workspaces/{uid}/credentials/{credentialId}/test', 'Make a small call with a credential')
    .input(
      workspace.extend({
        credentialId: CredentialId,
        model: z
          .string()
          .trim()
          .max(120)
          .default('')
          .describe('Which is asked for one word. A provider of speech has none: it is asked whether it knows the key'),
      }),
    )
    .output(z.object({ success: z.boolean(), message: z.string(), ms: z.number().int() })),
};
