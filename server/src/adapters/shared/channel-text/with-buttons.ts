import type { Choice } from '@antiphon/contract/events';
import type { OutgoingPart } from '../../../domain/channels/channels.ports.ts';

type TextPart = Extract<OutgoingPart, { kind: 'text' }>;

/** Buttons stand below the last of what is said. */
export const withButtons = (parts: TextPart[], choices: Choice[] | undefined): TextPart[] =>
  choices === undefined
    ? parts
    : parts.map((part, at) => (at === parts.length - 1 ? { ...part, buttons: choices } : part));

/** Few enough, each short enough for its button, and no two alike. */
export const areShort = (choices: readonly Choice[], { most, labelMax }: { most: number; labelMax: number }): boolean =>
  choices.length <= most &&
  choices.every(({ label }) => label !== '' && label.length <= labelMax) &&
  new Set(choices.map(({ label }) => label)).size === choices.length;
