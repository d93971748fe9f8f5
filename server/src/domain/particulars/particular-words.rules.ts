import ar from './words/ar.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import nl from './words/nl.json' with { type: 'json' };
import pl from './words/pl.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import ru from './words/ru.json' with { type: 'json' };
import tr from './words/tr.json' with { type: 'json' };

/** What visitors of every business ask for, and what texts tell in a form that shows it. */
export type Particular = 'address' | 'phone' | 'email' | 'hours' | 'price' | 'duration';

/** The words of one language. `phrases` are patterns of whole questions; `contact` stands for telephone and email, `pay` asks whether something is paid. */
export type ParticularWords = {
  asks: Record<Particular, readonly string[]>;
  phrases: Record<Particular | 'contact' | 'pay', readonly string[]>;
  /** By number, Monday is 1. Abbreviations are told from other words by their capital letter. */
  days: Record<string, readonly string[]>;
  dayAbbreviations?: Readonly<Record<string, readonly string[]>>;
  weekdays: readonly string[];
  weekend: readonly string[];
  daily: readonly string[];
  /** "tomorrow": a day that the words do not name. */
  soon: readonly string[];
  /** What asks for a time of day: "what time do you close?" */
  clock: readonly string[];
  closed: readonly string[];
  /** "Monday to Friday" */
  through: readonly string[];
  open: readonly string[];
  /** Behind a number they make it a time of day. */
  times: readonly string[];
  /** "Mill Street", "rue du Lac", "Lindengasse" */
  streetsAfter?: readonly string[];
  streetsBefore?: readonly string[];
  streetEnds?: readonly string[];
  /** Behind a number they make it a length of time. */
  units: readonly string[];
  numbers: readonly string[];
  /** Near a row of digits they make it a telephone number. */
  calls: readonly string[];
  /** What is done with an email address. */
  sends: readonly string[];
  /** And with a price. */
  pays: readonly string[];
};

export const particularWords: Readonly<Record<string, ParticularWords>> = {
  en,
  de,
  es,
  fr,
  it,
  pt,
  nl,
  ar,
  ru,
  tr,
  pl,
};

const all = Object.values(particularWords);

/** Those of every language, as a part of a pattern: longest first. */
export function anyOf(wordsOf: (words: ParticularWords) => readonly string[] | undefined): string {
  const found = new Set(all.flatMap((words) => wordsOf(words) ?? []));
  return [...found]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(' ', '\\s+'))
    .join('|');
}
