import type { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listHosts } from '../documents/list-documents.ts';
import { startGuard } from './guard-words.rules.ts';
import { hostsIn, linkRuleOf } from './link-hosts.rules.ts';

type Guarded = {
  agentId: AgentId;
  settings: Pick<AgentSettings, 'guardrails' | 'systemPrompt'>;
  /** A language model makes links; the built-in one quotes those of the documents, word by word. */
  isLanguageModel: boolean;
  /** What the agent said before in this conversation, and who answered for it: what was a link there is one again. */
  said: readonly string[];
  /** What functions gave, as it stands when it is asked for. */
  outputs: () => readonly unknown[];
  /** Said where the owner has no sentence for it. */
  instead: string;
};

/** A link begins, perhaps: most answers have none, and need no list of hosts. */
const LINK = /\/\/|\]\(|\.\p{L}/u;
const ADDRESS = /https?:\/\/[^\s<>"`)\]]+/g;

/** The guard of one try of a model, by the settings of its agent. */
export function guardReply(deps: { database: Database }, scope: Scope, guarded: Guarded) {
  const { guardrails, systemPrompt } = guarded.settings;
  const own = [...guardrails.linkHosts, ...hostsIn(systemPrompt)];
  const known = new Set(
    guarded.said.flatMap((text) => text.match(ADDRESS) ?? []).map((one) => one.replace(/[.,;:!?']+$/, '')),
  );
  let mayLink = linkRuleOf(own, known);
  let isListed = false;
  let tail = '';
  const guard = startGuard({
    mayLink: guarded.isLanguageModel
      ? // A value that is an address and nothing else: its owner has named it for the answer.
        (host, address) => mayLink(host, address) || guarded.outputs().includes(address)
      : null,
    hidesSecrets: guardrails.hidesSecrets,
    names: guardrails.names,
    instructions: guardrails.keepsInstructions ? systemPrompt : '',
    instead: guardrails.instead === '' ? guarded.instead : guardrails.instead,
  });
  return {
    ...guard,
    /** A name or an instruction was about to be said. */
    isBroken: () => guard.done.names + guard.done.instructions > 0,
    /** What may leave of it. It waits where the hosts of the documents have to be asked for. */
    push(text: string): string | Promise<string> {
      const seen = tail + text;
      tail = text.slice(-2);
      if (isListed || !guarded.isLanguageModel || !LINK.test(seen)) return guard.push(text);
      isListed = true;
      return listHosts(deps, scope, guarded.agentId).then((hosts) => {
        mayLink = linkRuleOf([...own, ...hosts], known);
        return guard.push(text);
      });
    },
  };
}
