import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CallLatency } from './call-latency.ts';
import { SpeechHost } from './credentials.ts';
import { AgentId, CredentialId, WorkspaceUid } from './ids.ts';

/** A voice of a provider of speech. */
const Voice = z.object({ id: z.string(), name: z.string(), lang: z.string().describe('Such as de') });

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Calls'], successStatus: 200 });

export const voicesContract = {
  latency: route('GET', '/v2/agents/{id}/call-latency', 'How long callers wait for the first sound of an answer')
    .input(z.object({ id: AgentId }))
    .output(z.object({ items: z.array(CallLatency) })),
  list: route('GET', '/v2/workspaces/{uid}/voices', 'List the voices of a provider of speech')
    .input(z.object({ uid: WorkspaceUid, provider: SpeechHost }))
    .output(z.object({ items: z.array(Voice).describe('Calls in other languages are left to the browser') })),
  spell: route('POST', '/v2/agents/{id}/spoken-text', 'Get words as an agent says them, without marks')
    .input(z.object({ id: AgentId, text: z.string().max(1_000), lang: z.string().max(12).default('') }))
    .output(z.object({ text: z.string() })),
  speak: route('POST', '/v2/agents/{id}/voice-sample', 'Hear words as an agent speaks them')
    .input(
      z.object({
        id: AgentId,
        provider: SpeechHost,
        credentialId: CredentialId,
        text: z.string().trim().min(1).max(1_000),
        voice: z.string().max(120).default(''),
        lang: z.string().max(12).default('').describe('Such as de; empty: that of the voice'),
        speed: z.number().min(0.5).max(2).default(1),
      }),
    )
    .output(z.object({ wav: z.base64().describe('At most a minute; what is longer is cut off') })),
};
