/** Said in need. What a shop might be asked just so, such as "fire" or "police" alone, is not among it. */
const SAID: Record<string, RegExp> = {
  en: /\b(heart attack|(a|having a) stroke(?! of)|overdos(e|ed|ing)|(can'?t|cannot|can not) breathe|not breathing|bleeding (badly|a lot|out)|kill (myself|himself|herself)|want to die|(call|need) (an )?ambulance|(medical|an) emergency|(house|flat|building|kitchen) is on fire|being attacked)\b/,
  de: /\b(herzinfarkt|schlaganfall|überdosis|(bekomme|kriege) keine luft|atmet nicht( mehr)?|blutet stark|mich umbringen|nicht mehr leben|(brauche|rufen sie) einen? (krankenwagen|notarzt)|notfall|(haus|wohnung|küche) brennt|werde angegriffen)\b/,
  fr: /\b(crise cardiaque|infarctus|avc|overdose|n'arrive plus à respirer|ne respire (plus|pas)|saigne beaucoup|me tuer|me suicider|(besoin d'une|appelez une) ambulance|urgence (médicale|vitale)|c'est une urgence|(maison|appartement|cuisine) (brûle|est en feu)|on m'attaque)\b/,
  es: /\b(infarto|ataque al corazón|derrame cerebral|sobredosis|no puedo respirar|no respira|sangra mucho|matarme|suicidarme|(necesito|llame a) una ambulancia|emergencia (médica)?|(casa|cocina) (se quema|está ardiendo)|me están atacando)(?=\W|$)/,
  ar: /(نوبة قلبية|سكتة دماغية|جرعة زائدة|لا أستطيع التنفس|لا يتنفس|ينزف بشدة|سأقتل نفسي|أريد أن أموت|سيارة إسعاف|حالة طارئة|حالة طوارئ|البيت يحترق|أتعرض لهجوم)/,
};

const ANSWER: Record<string, string> = {
  en: 'If this is an emergency, hang up now and dial your emergency number, such as 112 or 911.',
  de: 'Wenn das ein Notfall ist, legen Sie jetzt auf und wählen Sie den Notruf 112.',
  fr: 'S’il s’agit d’une urgence, raccrochez maintenant et composez le 112.',
  es: 'Si es una emergencia, cuelgue ahora y marque el 112 o el 911.',
  ar: 'إذا كانت هذه حالة طارئة، فأنهِ المكالمة الآن واتصل برقم الطوارئ، مثل 112 أو 911.',
};

/**
 * What is said at once to somebody who seems to be in need, whatever the agent answers; null to everybody else. A caller may speak another
 * language than the agent: all are looked for, and it is said in the one that they used.
 */
export function emergencyAnswer(said: string): string | null {
  const text = said.toLowerCase().replaceAll('’', "'");
  const lang = Object.keys(SAID).find((one) => SAID[one]?.test(text));
  return lang === undefined ? null : (ANSWER[lang] as string);
}
