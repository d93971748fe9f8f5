import { expect, it } from 'vitest';
import { weekdaysIn } from './weekdays.rules.ts';

it.each([
  ['Monday to Friday 9 to 5, closed on Sunday', [1, 2, 3, 4, 5, 7]],
  ['Mo–Fr 8–18 Uhr, Sa 8–14 Uhr', [1, 2, 3, 4, 5, 6]],
  ['Mo, Di, Do 8:00–19:00', [1, 2, 4]],
  ['Sa und So geschlossen', [6, 7]],
  ['from Friday to Monday', [1, 5, 6, 7]],
  ['montags bis donnerstags', [1, 2, 3, 4]],
  ['on weekdays', [1, 2, 3, 4, 5]],
  ['am Wochenende bis 11 Uhr', [6, 7]],
  ['täglich von 7 bis 22 Uhr', [1, 2, 3, 4, 5, 6, 7]],
  ['de lunes a viernes', [1, 2, 3, 4, 5]],
  ['du mardi au samedi', [2, 3, 4, 5, 6]],
  ['So we sat down. Mi is a note.', []],
])('%s: %j', (text, days) => {
  expect(weekdaysIn(text)).toEqual(days);
});
