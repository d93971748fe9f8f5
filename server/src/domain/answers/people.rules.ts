/** When the people of an agent can be asked for. `timeZone` null: at any hour. */
type People = { isOpen: boolean; changesAt: Date | null; timeZone: string | null; usualWaitSeconds: number | null };

/**
 * What a language model may say of them, beside the documents: whether they are there, until when or from when on, and how long one
 * usually waits.
 */
export function peopleRules({ isOpen, changesAt, timeZone, usualWaitSeconds }: People): string[] {
  const facts: string[] = [];
  if (timeZone !== null) {
    const at = changesAt && momentIn(changesAt, timeZone);
    if (isOpen) facts.push(`People of the team are reachable now${at ? `, until ${at}` : ''}.`);
    else facts.push(`People of the team are not reachable now${at ? `; they are back on ${at}` : ''}.`);
  }
  if (usualWaitSeconds !== null) facts.push(`Whoever asks for a person usually waits ${sayWait(usualWaitSeconds)}.`);
  if (facts.length === 0) return [];
  return [`- ${facts.join(' ')} You may say this if the visitor asks; it needs no document and no number.`];
}

const momentIn = (moment: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(moment)} (${timeZone})`;

function sayWait(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
}
