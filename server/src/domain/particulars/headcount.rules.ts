const numbers = {
  en: 'two|three|four|five|six|seven|eight|nine|ten|twelve',
  de: 'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf',
  es: 'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce',
  fr: 'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze',
  it: 'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici',
  pt: 'duas|dois|três|quatro|cinco|seis|sete|oito|nove|dez|doze',
  nl: 'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf',
  ru: 'двоих|двух|троих|трех|трёх|четверых|пяти|шести',
  tr: 'iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on',
  pl: 'dwóch|trzech|czterech|pięciu|sześciu|dwie|dwa|trzy|cztery',
};
const people =
  'people|persons|personen|leute|personas|personnes|persone|pessoas|mensen|человек|людей|kişi|osób|osoby|أشخاص';
const headcount = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:\\p{N}{1,3}|${Object.values(numbers).join('|')})\\s+(?:${people})(?!\\p{L})`,
  'giu',
);

/** The text without how many they are: "and for two people?" names no other thing than what was spoken of. */
export const withoutHeadcount = (text: string): string => text.replace(headcount, ' ');
