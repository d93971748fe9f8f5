import type { ConversationEvent, HandoffReason, HandoffState, Message, OperatorFace } from '@antiphon/contract/events';
import type { Operator } from '@antiphon/contract/handoffs';
import type { MessageId } from '@antiphon/contract/ids';
import type { WidgetAgent } from '@antiphon/contract/visitors';
import { smalltalkOf } from '../answers/smalltalk.rules.ts';
import type { AllowedSettings } from '../orgs/handoff-wishes.rules.ts';
import type { TurnMessage } from './turn.queries.ts';

/** UTC day, `2026-11-21`, and month, `2026-11`. */
export const dayOf = (now: Date) => now.toISOString().slice(0, 10);
export const monthOf = (now: Date) => now.toISOString().slice(0, 7);

/**
 * Earlier visitor turns, oldest first: those before the messages that this reply answers. A turn that nothing was known
 * about is left out, because a follow-up does not mean it and its words would only mislead the search; so is asking for a person.
 */
export function visitorTurns(rows: readonly TurnMessage[], replyId: MessageId): { earlier: string[]; asked: string[] } {
  const unknown = new Set(rows.filter((row) => row.isUnknown).map((row) => row.id));
  const visitor = rows.filter((row) => row.role === 'visitor' && row.text.trim() !== '');
  return {
    earlier: visitor
      .filter((row) => row.replyId !== replyId && !(row.replyId && unknown.has(row.replyId)))
      .filter((row) => smalltalkOf(row.text) !== 'person')
      .map((row) => row.text),
    asked: visitor.filter((row) => row.replyId === replyId).map((row) => row.text),
  };
}

/** The dialogue before this reply, for a language model: what was said to the end, and the questions that are asked now. */
export function dialogue(rows: readonly TurnMessage[], replyId: MessageId) {
  return rows
    .filter((row) => row.id !== replyId && row.role !== 'system' && row.text.trim() !== '')
    .filter((row) => row.role === 'visitor' || row.state === 'complete' || row.state === 'stopped')
    .map((row) => ({ role: row.role === 'visitor' ? ('user' as const) : ('assistant' as const), content: row.text }));
}

export const statusEvent = (messageId: MessageId, status: 'queued' | 'thinking' | 'restarted'): ConversationEvent => ({
  event: 'status',
  data: { messageId, status },
});

export type HandoffEvent = Extract<ConversationEvent, { event: 'handoff' }>;

export const handoffEvent = (
  state: HandoffState,
  reason: HandoffReason,
  operator: OperatorFace | null,
): HandoffEvent => ({ event: 'handoff', data: { state, reason, operator } });

/** What a visitor may know of an operator. */
export const faceOf = (operator: Operator | null): OperatorFace | null =>
  operator && { name: operator.name, photo: operator.photo };

export const messageEvent = (message: Message): ConversationEvent => ({ event: 'message', data: message });

/** What the widget may know of an agent: an allow-list, never a copy of the settings. */
export function toWidgetAgent(
  ids: Pick<WidgetAgent, 'ID' | 'ownerID'>,
  settings: AllowedSettings,
  customCss: string,
): WidgetAgent {
  const { theme, privacy } = settings;
  return {
    ...ids,
    title: settings.title,
    description: settings.description,
    lang: settings.lang,
    roundedImageURL: settings.roundedImageURL,
    greeting: settings.greeting,
    suggestedQuestions: settings.suggestedQuestions,
    theme: theme.theme,
    customThemeJSONString: theme.customThemeJSONString,
    fontFamily: theme.fontFamily,
    render: theme.render,
    proactiveMessage: theme.proactiveMessage,
    autoStartWidget: theme.autoStartWidget,
    recordChatHistory: theme.recordChatHistory,
    enableGeoAnalytics: theme.enableGeoAnalytics,
    ADVANCED_customCSS: customCss,
    acceptsFiles: theme.acceptsFiles,
    messagesLimit: settings.limits.messagesLimit,
    offersContact: settings.handoff.isEnabled,
    announcesPeople: settings.handoff.announces,
    showSources: settings.knowledge.showSources,
    showsAiNotice: privacy.showsAiNotice,
    aiNotice: privacy.aiNotice,
    policyUrl: privacy.policyUrl,
  };
}
