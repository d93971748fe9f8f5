import type { AgentSettings } from '@antiphon/contract/agents';
import { isPushed } from '@antiphon/contract/blueprint-parts';
import { type Change, describeChanges } from '../../working-copy/describe-changes.ts';

/** What differs of all that is pushed, field by field. */
export const pushedChanges = (before: AgentSettings, after: AgentSettings): Change[] =>
  describeChanges(before, after).filter(({ path }) => isPushed(path));
