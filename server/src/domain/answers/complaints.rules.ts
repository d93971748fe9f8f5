import { questionWords } from '../search/leaning-words.rules.ts';

/** Words that complain by their name. "Beschwerden" and "klachten" are what somebody goes to a doctor with. */
const complaints = {
  en: '(?<!no )complain(?:s|ed|ing|t|ts)?',
  de: 'beschwerde|beschweren|beschwere|reklamation|reklamieren',
  es: 'queja|quejarme|quejarse|quejarnos|reclamación|reclamaciones',
  fr: 'plaindre|plains|plainte|réclamation|réclamations',
  it: 'reclamo|reclami|lamentarmi|lamentarci|lamentela',
  pt: 'reclamar|reclamação|reclamações|queixa|queixar',
  nl: 'klacht|klagen',
  ar: 'شكوى|الشكوى|شكاوى|أشتكي|اشتكي|أشكو',
  ru: 'жалоба|жалобу|жалобы|пожаловаться|жалуюсь',
  tr: 'şikayet|şikayetim|şikayetçiyim|şikâyet',
  pl: 'skarga|skargę|skargi|poskarżyć|reklamację|reklamacja',
};

/** Words of who is not content, whatever they speak of. "Terrible" is a toothache, too. */
const displeasures = {
  en: 'ruined (?:my|our|the|it|everything)|(?:was|is|been|are|were) (?:all |completely |totally )?ruined|nobody (?:helped|cared|answered)|no one (?:helped|cared|answered)|(?:this|that|it) (?:is|was) (?:so |just |really )?(?:awful|terrible|horrible|a disgrace|a joke)|unhappy|dissatisfied|unsatisfied|disappointed|disappointing|unacceptable|outrageous|disgraceful|appalling|furious|rude|fed up|(?:not|never)(?: at all| very| really)? (?:happy|satisfied|pleased)|(?:terrible|awful|horrible|poor|bad|worst) (?:service|experience|treatment)',
  de: '(?:tag|urlaub|abend|wochenende|alles) (?:war |ist )?(?:ruiniert|verdorben|versaut)|niemand hat (?:uns |mir )?geholfen|das (?:ist|war) (?:so |einfach )?(?:schrecklich|furchtbar|eine katastrophe)|unzufrieden|enttäuscht|enttäuschend|inakzeptabel|unverschämt|unverschämtheit|frechheit|unmöglicher service|empört|verärgert|nicht (?:sehr |wirklich )?zufrieden',
  es: 'descontent[oa]|decepcionad[oa]|inaceptable|indignad[oa]|insatisfech[oa]|una vergüenza|maleducad[oa]s?|pésimo|no estoy (?:nada |muy )?content[oa]|mal servicio',
  fr: 'mécontente?|déçue?|inacceptable|inadmissible|scandaleux|insatisfaite?|indignée?|impolie?s?|pas (?:du tout |très )?(?:contente?|satisfaite?)|mauvais service',
  it: 'insoddisfatt[oa]|delus[oa]|inaccettabile|scandaloso|indignat[oa]|maleducat[oi]|vergognoso|non sono (?:per niente |molto )?(?:content[oa]|soddisfatt[oa])|pessimo servizio',
  pt: 'insatisfeit[oa]|desiludid[oa]|decepcionad[oa]|inaceitável|indignad[oa]|mal-educad[oa]|uma vergonha|péssimo',
  nl: 'ontevreden|teleurgesteld|onacceptabel|schandalig|onbeschoft|boos|niet (?:erg |echt )?tevreden',
  ar: 'غير راض|غير راضية|مستاء|مستاءة|خيبة أمل|غير مقبول|مخيب',
  ru: 'недоволен|недовольна|недовольны|разочарован|разочарована|возмутительно|возмущен|возмущён|возмущена|неприемлемо|безобразие|хамство',
  tr: 'memnun değilim|memnun kalmadım|hayal kırıklığı|kabul edilemez|rezalet|saygısızca',
  pl: 'niezadowolon[ya]|rozczarowan[ya]|niedopuszczalne|skandal|oburzon[ya]|nie jestem zadowolon[ya]',
};

const anyOf = (words: Record<string, string>) =>
  new RegExp(`(?<![\\p{L}\\p{M}-])(?:${Object.values(words).join('|')})(?![\\p{L}\\p{M}])`, 'iu');
const [complaint, displeasure] = [complaints, displeasures].map(anyOf) as [RegExp, RegExp];

const CHARS_MAX = 1_000;

const asks = (message: string) =>
  /[?؟]/.test(message) || questionWords.has(/^\P{L}*([\p{L}\p{M}]+)/u.exec(message)?.[1]?.toLowerCase() ?? '');

/**
 * `said`: "I am very unhappy with my filling", which asks for nothing that texts could tell but how one complains; `asked`: "Where can I
 * complain?"; null for all else.
 */
export function complaintIn(message: string): 'said' | 'asked' | null {
  const text = message.slice(0, CHARS_MAX);
  if (asks(text)) return complaint.test(text) ? 'asked' : null;
  return complaint.test(text) || displeasure.test(text) ? 'said' : null;
}

/** "Complaints are read by our manager." */
export const tellsOfComplaints = (text: string): boolean => {
  const read = text.slice(0, CHARS_MAX);
  return complaint.test(read) || displeasure.test(read);
};
