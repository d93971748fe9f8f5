import type { VoiceSettings } from '@antiphon/contract/agents';
import type { AgentId, CredentialId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { openSpeechKey } from '../credentials/open-credential.ts';
import { emit } from '../events/emit.ts';
import type { SpeechHosts, SpeechProvider } from '../speech/speech.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';

/** A caller waits for it. */
const CHECK_MS = 2_000;
/** A key that failed is not tried again for so long: until then browsers listen and speak. */
const AVOIDED_MS = 60_000;

export type SpeechDeps = { database: Database; secretKey: string; speech: SpeechHosts; log: Logger };
export type SpeechWish = { voice: VoiceSettings; lang: string; agentId: AgentId; isTest: boolean };

/** Decides who listens and speaks in a call. Remembers, within this process, which keys failed a moment ago. */
export function makeSpeechChooser(deps: SpeechDeps) {
  const failedAt = new Map<CredentialId, number>();

  /** Tells the agent's owner: once a day, and not of tests. */
  const note = async (scope: Scope, { voice, agentId, isTest }: SpeechWish, failure: unknown) => {
    const { provider, credentialId } = voice;
    if (provider === 'browser' || credentialId === null) return;
    deps.log.warn({ err: failure, agentId }, 'a provider of speech failed; browsers listen and speak for a minute');
    failedAt.set(credentialId, performance.now());
    if (isTest) return;
    const payload = { agentId, provider };
    await deps.database.transaction(scope, (tx) => emit(tx, scope, { type: 'speech_failed', payload }));
  };

  return {
    /** The provider that the agent names, where its key is good and the language its own; null: the visitor's browser. */
    async choose(scope: Scope, wish: SpeechWish): Promise<SpeechProvider | null> {
      const { provider, credentialId } = wish.voice;
      if (provider === 'browser' || credentialId === null) return null;
      const host = deps.speech[provider];
      const failed = failedAt.get(credentialId);
      if (!host.hasLang(wish.lang) || (failed !== undefined && performance.now() - failed < AVOIDED_MS)) return null;
      failedAt.delete(credentialId);
      try {
        const key = await openSpeechKey(deps, scope, credentialId, provider);
        await host.check(key, CHECK_MS);
        return host.open(key);
      } catch (error) {
        if (!(error instanceof VendorFailure)) throw error;
        await note(scope, wish, error);
        return null;
      }
    },
    note,
  };
}
