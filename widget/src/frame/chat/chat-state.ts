import type { HandoffState, OperatorFace } from '@antiphon/contract/events';
import type { WidgetAgent } from '@antiphon/contract/visitors';
import type { Saved, SavedConversation } from '../../protocol.ts';
import { en, type Texts } from '../texts/en.ts';
import { newMessage, type ShownMessage } from './timeline.ts';

export interface ChatState {
  agent: WidgetAgent;
  texts: Texts;
  lang: string;
  messages: ShownMessage[];
  conversation: SavedConversation | null;
  history: SavedConversation[];
  draft: string;
  /** False where a stream was live and is not now. */
  isConnected: boolean;
  isOpen: boolean;
  canClose: boolean;
  isPreview: boolean;
  /** False inline in a page, whose own focus is not to be taken. */
  takesFocus: boolean;
  /** Sending is not offered: the usage or the credits are at their end. */
  isExhausted: boolean;
  rating: number | null;
  /** After which message the stars are asked for, or stand; null where they are not. */
  ratingAfter: string | null;
  /** The visitor asked for the stars: they have the focus. */
  wantsRating: boolean;
  /** The finished answer, for screen readers, once. */
  announcement: string;
  hasLeftContact: string;
  /** After which message the thanks for it stand. */
  contactAfter: string;
  /** `away`: a person was asked for and nobody is online. */
  handoff: HandoffState | 'away';
  operator: OperatorFace | null;
  /** The operator writes right now. */
  isTyping: boolean;
  /** Null where nothing sounds: alone in its tab. */
  isMuted: boolean | null;
}

/** The state before anything happened: what was remembered, and messages that never got out, to be sent again. */
export const firstState = (
  saved: Saved,
  given: Pick<ChatState, 'agent' | 'canClose' | 'isPreview' | 'takesFocus' | 'isMuted'>,
): ChatState => ({
  ...given,
  texts: en,
  lang: 'en',
  messages: (saved.unsent ?? []).map(({ id, text }) => ({
    ...newMessage(id, 'visitor', text),
    state: 'failed',
    isUnplaced: true,
    canRetry: true,
  })),
  conversation: saved.current ?? null,
  history: saved.history ?? [],
  draft: saved.draft ?? '',
  isConnected: true,
  isOpen: !given.canClose,
  isExhausted: false,
  rating: null,
  ratingAfter: null,
  wantsRating: false,
  announcement: '',
  hasLeftContact: '',
  contactAfter: '',
  handoff: 'bot',
  operator: null,
  isTyping: false,
});
