import type { FlowNodeKind } from '@antiphon/contract/flow-parts';
import {
  IconArrowsSplit,
  IconBook2,
  IconBrain,
  IconClockPause,
  IconCornerUpRight,
  IconEqual,
  IconFlag,
  IconFlagCheck,
  IconForms,
  IconHeadset,
  IconListDetails,
  IconMessage,
  IconPlugConnected,
  type TablerIcon,
} from '@tabler/icons-react';

export const ICONS: Record<FlowNodeKind, TablerIcon> = {
  start: IconFlag,
  message: IconMessage,
  step: IconBrain,
  condition: IconArrowsSplit,
  collect: IconForms,
  form: IconListDetails,
  function: IconPlugConnected,
  knowledge: IconBook2,
  set: IconEqual,
  handoff: IconHeadset,
  wait: IconClockPause,
  jump: IconCornerUpRight,
  end: IconFlagCheck,
};

/** What can be added, in the order of the menu. */
export const ADDED_KINDS = [
  'message',
  'collect',
  'form',
  'step',
  'knowledge',
  'condition',
  'function',
  'set',
  'handoff',
  'wait',
  'jump',
  'end',
] as const satisfies FlowNodeKind[];
