import type { ConversationId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';

/** Has what a conversation owes written. */
export type KickReplies = { kick(scope: Scope, id: ConversationId): void };
/** Something may wait to be tried. */
export type WakeSuites = { wake(): void };
