import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Where one who takes part in a call may record it, and by which law; telling the other is asked for by data protection all the same. No advice:
 * whoever switches recording on has to know what holds for them.
 *
 * What is missing here asks all who take part, as Germany does (StGB section 201), Austria (StGB section 120), Switzerland (StGB article 179ter),
 * France (Code penal article 226-1) or Australia (by its states); asks by its parts, as the United States do, where federal law (18 U.S.C. 2511)
 * leaves it to states such as California (Penal Code section 632), and a number does not say where somebody is; or is not known to us.
 */
const MAY_BE_TOLD: Record<string, string> = {
  CA: 'Criminal Code, section 184(2)(a)',
  DK: 'Straffeloven, section 263',
  ES: 'Tribunal Constitucional, STC 114/1984',
  FI: 'Rikoslaki, chapter 24, section 5',
  GB: 'Regulation of Investigatory Powers Act 2000, Investigatory Powers Act 2016',
  IE: 'Interception of Postal Packets and Telecommunications Messages (Regulation) Act 1993',
  IT: 'Corte di cassazione, sezioni unite, 36747/2003',
  NL: 'Wetboek van Strafrecht, articles 139a to 139c',
  NO: 'Straffeloven, section 205',
  NZ: 'Crimes Act 1961, section 216B',
  PL: 'Kodeks karny, article 267',
  SE: 'Brottsbalken, chapter 4, section 9a',
};

const mayBeTold = (number: string): boolean => {
  const country = parsePhoneNumberFromString(number)?.country;
  return country !== undefined && Object.hasOwn(MAY_BE_TOLD, country);
};

/** Whether it is enough to tell a caller that they are recorded, or they have to agree. Of a caller on the web nobody knows the country. */
export const consentFor = (caller: string, called: string): 'announced' | 'asked' =>
  mayBeTold(caller) && mayBeTold(called) ? 'announced' : 'asked';
