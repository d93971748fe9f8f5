import type { Choice } from '@antiphon/contract/events';
import { areShort } from '../shared/channel-text/with-buttons.ts';

/** https://docs.discord.com/developers/components/reference#button: five rows of five, with an id of 100 signs that no two share. */
const A_ROW = 5;
const BUTTONS = { most: 5 * A_ROW, labelMax: 80 };
const ROW = 1;
const BUTTON = 2;
const SECONDARY = 2;

export const areDiscordButtons = (choices: readonly Choice[]): boolean => areShort(choices, BUTTONS);

/** `person`: whom they are for, in a channel of a server, where others see them too; else empty. */
export function componentsOf(buttons: readonly Choice[], person: string) {
  const made = buttons.map(({ id, label }) => ({
    type: BUTTON,
    style: SECONDARY,
    label,
    custom_id: person === '' ? id : `${person}/${id}`,
  }));
  return Array.from({ length: Math.ceil(made.length / A_ROW) }, (_, row) => ({
    type: ROW,
    components: made.slice(row * A_ROW, (row + 1) * A_ROW),
  }));
}

/** The choice of a button; null where it is for somebody else. */
export function idOfButton(customId: string, person: string): string | null {
  const { of = '', id = '' } = /^(?:(?<of>\d+)\/)?(?<id>.+)$/s.exec(customId)?.groups ?? {};
  return of === person ? id : null;
}
