import type { AgentSettings } from '@antiphon/contract/agents';
import type { Span } from '@antiphon/contract/conversations';
import type { Choice } from '@antiphon/contract/events';
import type { Flow } from '@antiphon/contract/flow-parts';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import type { toStored } from '../flows/keep-flow.ts';
import type { FlowEffect, FlowEvent, Step } from '../flows/step-flow.rules.ts';
import type { KnownFunction } from '../functions/find-revisions.ts';

type Without<Event> = Event extends FlowEvent ? Omit<Event, 'at' | 'lang'> : never;
/** What happened, without when. */
export type Happening = Without<FlowEvent>;

/** One reply of an agent that has a flow. */
export type FlowTurn = {
  flow: Flow;
  /** Where the conversation is, as it was stored; null where it has not begun. */
  stored: unknown;
  version: number | null;
  settings: AgentSettings;
  agentId: AgentId;
  conversationId: ConversationId;
  replyId: MessageId;
  lang: string;
  /** Null where nobody wrote: time has passed, a call has ended, a person has left. */
  message: { text: string; choiceId: string | null } | null;
  /** A person wrote since the agent did. */
  hadPerson: boolean;
  isKeyless: boolean;
  functions: readonly KnownFunction[];
  /** Looks for an answer to a question (empty: to what was written); whether there is one, which is then the agent's to say. */
  search(question: string): Promise<boolean>;
  owner: string;
  signal: AbortSignal;
};

/** What the agent's model is to say. */
export type FlowAsk =
  | Extract<FlowEffect, { kind: 'askModel' }>
  | { kind: 'answer' }
  | { kind: 'knowledge'; question: string };

export type FlowEnd = {
  /** Said behind the model's words. */
  after: string;
  choices: Choice[];
  stored: ReturnType<typeof toStored>;
  path: Step[];
  spans: Span[];
  asksPerson: 'there' | 'away' | 'closed' | null;
  resolves: boolean;
};
