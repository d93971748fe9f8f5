// Loaded by itself, and only where a reply is long in coming.

const WORDS: Record<string, string> = {
  en: 'This is taking a moment longer. One moment, please.',
  de: 'Das dauert einen Augenblick länger. Einen Moment bitte.',
  es: 'Esto tarda un poco más. Un momento, por favor.',
  fr: 'Cela prend un peu plus de temps. Un instant, s’il vous plaît.',
  it: 'Ci vuole un po’ più del solito. Un momento, per favore.',
  pt: 'Isto está a demorar um pouco mais. Um momento, por favor.',
  nl: 'Dit duurt iets langer. Een ogenblik, alstublieft.',
  ar: 'يستغرق هذا وقتًا أطول قليلًا. لحظة من فضلك.',
};

/** Beside the dots, with which it goes. */
export function saySlow(place: HTMLElement, lang: string): void {
  place.className = 'chat-note';
  place.style.marginInlineStart = '8px';
  place.textContent = WORDS[lang] ?? WORDS.en!;
}
