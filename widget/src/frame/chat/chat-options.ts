import type { Variables, WidgetAgent } from '@antiphon/contract/visitors';
import type { Saved, ToHost } from '../../protocol.ts';
import type { Api } from './api.ts';

import type { SaidVisit } from './visit.ts';

export interface ChatOptions {
  api: Api;
  agent: WidgetAgent;
  agentId: string;
  variables: Variables;
  saved: Saved;
  canClose: boolean;
  isPreview: boolean;
  takesFocus: boolean;
  /** A session given from outside is not remembered and not replaced. */
  isFixed: boolean;
  /** Null where nothing sounds. */
  isMuted: boolean | null;
  say(message: ToHost): void;
  /** From where the visitor writes; nothing where that is not recorded. */
  askVisit(): Promise<SaidVisit | undefined>;
}
