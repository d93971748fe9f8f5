import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { NotificationKind } from '@antiphon/contract/notifications';
import { NO_EMAIL } from './notifications.rules.ts';

type PaymentKind = 'payment_reversed' | 'payment_disputed';
type Words = {
  titles: Record<Exclude<NotificationKind, 'credits_low' | 'sale_refused' | PaymentKind> | 'contact_left', string>;
  creditsLow(usedPercent: string): string;
  creditsLeft(credits: string): string;
  creditsOut: { title: string; body: string };
  orgLow(org: string, usedPercent: string): string;
  orgOut(org: string): { title: string; body: string };
  saleRefused(org: string, credits: string): { title: string; body: string };
  /** `org` empty: of the workspace's own. */
  reversed(org: string, credits: string): { title: string; body: string };
  disputed(org: string): { title: string; body: string };
};

/** As the dashboard's own texts have them. */
const words: Record<DashboardLanguage, Words> = {
  en: {
    titles: {
      conversation_started: 'New conversation',
      lead_created: 'New lead',
      person_requested: 'A visitor asks for a person',
      contact_left: 'A visitor asks to be contacted',
      document_failed: 'A document could not be read',
      crawl_waiting: 'A crawl waits for your approval',
      model_failed: 'A model did not answer',
      speech_failed: 'Speech in calls failed: browsers stand in',
      channel_failing: 'A channel is disconnected',
    },
    creditsLow: (used) => `${used} % of your credits are used`,
    creditsLeft: (credits) => `${credits} credits are left.`,
    creditsOut: { title: 'No credits left', body: 'Agents cannot answer until there are credits again.' },
    orgLow: (org, used) => `${org}: ${used} % of its credits are used`,
    orgOut: (org) => ({ title: `${org}: no credits left`, body: 'Its agents cannot answer for now.' }),
    saleRefused: (org, credits) => ({
      title: `${org} could not buy credits`,
      body: `It wanted ${credits} credits. Top up your own.`,
    }),
    reversed: (org, credits) => ({
      title: org === '' ? 'A payment went back' : `${org}: a payment went back`,
      body: `${credits} credits went back with it.`,
    }),
    disputed: (org) =>
      org === ''
        ? { title: 'A payment is disputed', body: 'Nothing can be bought until it is settled.' }
        : { title: `${org} disputes a payment`, body: 'It cannot buy until it is settled.' },
  },
  de: {
    titles: {
      conversation_started: 'Neue Unterhaltung',
      lead_created: 'Neuer Lead',
      person_requested: 'Ein Besucher möchte mit jemandem sprechen',
      contact_left: 'Ein Besucher bittet um Rückmeldung',
      document_failed: 'Ein Dokument konnte nicht gelesen werden',
      crawl_waiting: 'Ein Crawl wartet auf Ihre Freigabe',
      model_failed: 'Ein Modell hat nicht geantwortet',
      speech_failed: 'Sprache in Anrufen fiel aus, Browser springen ein',
      channel_failing: 'Ein Kanal ist getrennt',
    },
    creditsLow: (used) => `${used} % Ihrer Credits sind verbraucht`,
    creditsLeft: (credits) => `Es sind noch ${credits} Credits übrig.`,
    creditsOut: { title: 'Keine Credits mehr', body: 'Die Agenten können vorerst nicht antworten.' },
    orgLow: (org, used) => `${org}: ${used} % der Credits sind verbraucht`,
    orgOut: (org) => ({ title: `${org}: keine Credits mehr`, body: 'Ihre Agenten können vorerst nicht antworten.' }),
    saleRefused: (org, credits) => ({
      title: `${org} konnte keine Credits kaufen`,
      body: `Gewünscht: ${credits} Credits. Laden Sie auf.`,
    }),
    reversed: (org, credits) => ({
      title: org === '' ? 'Eine Zahlung ging zurück' : `${org}: eine Zahlung ging zurück`,
      body: `${credits} Credits gingen mit ihr zurück.`,
    }),
    disputed: (org) =>
      org === ''
        ? { title: 'Eine Zahlung wird angefochten', body: 'Bis das geklärt ist, kann nichts gekauft werden.' }
        : { title: `${org} ficht eine Zahlung an`, body: 'Sie kann nichts kaufen, bis das geklärt ist.' },
  },
  es: {
    titles: {
      conversation_started: 'Nueva conversación',
      lead_created: 'Nuevo contacto',
      person_requested: 'Un visitante pide hablar con una persona',
      contact_left: 'Un visitante pide que lo contacten',
      document_failed: 'No se pudo leer un documento',
      crawl_waiting: 'Un rastreo espera tu aprobación',
      model_failed: 'Un modelo no respondió',
      speech_failed: 'Falló la voz de las llamadas; la ponen los navegadores',
      channel_failing: 'Un canal está desconectado',
    },
    creditsLow: (used) => `Has usado el ${used} % de tus créditos`,
    creditsLeft: (credits) => `Quedan ${credits} créditos.`,
    creditsOut: { title: 'No quedan créditos', body: 'Los agentes no pueden responder por ahora.' },
    orgLow: (org, used) => `${org}: ${used} % de sus créditos usados`,
    orgOut: (org) => ({ title: `${org}: sin créditos`, body: 'Sus agentes no pueden responder por ahora.' }),
    saleRefused: (org, credits) => ({
      title: `${org} no pudo comprar créditos`,
      body: `Quería ${credits} créditos. Recarga los tuyos.`,
    }),
    reversed: (org, credits) => ({
      title: org === '' ? 'Se devolvió un pago' : `${org}: se devolvió un pago`,
      body: `Con él volvieron ${credits} créditos.`,
    }),
    disputed: (org) =>
      org === ''
        ? { title: 'Un pago está en disputa', body: 'No se puede comprar nada hasta que se resuelva.' }
        : { title: `${org} disputa un pago`, body: 'No puede comprar hasta que se resuelva.' },
  },
  fr: {
    titles: {
      conversation_started: 'Nouvelle conversation',
      lead_created: 'Nouveau contact',
      person_requested: 'Un visiteur demande à parler à quelqu’un',
      contact_left: 'Un visiteur demande à être recontacté',
      document_failed: 'Un document n’a pas pu être lu',
      crawl_waiting: 'Une exploration attend votre accord',
      model_failed: 'Un modèle n’a pas répondu',
      speech_failed: 'La voix des appels a échoué, les navigateurs la remplacent',
      channel_failing: 'Un canal est déconnecté',
    },
    creditsLow: (used) => `${used} % de vos crédits sont utilisés`,
    creditsLeft: (credits) => `Il reste ${credits} crédits.`,
    creditsOut: { title: 'Plus aucun crédit', body: 'Les agents ne peuvent plus répondre.' },
    orgLow: (org, used) => `${org} : ${used} % de ses crédits utilisés`,
    orgOut: (org) => ({ title: `${org} : plus aucun crédit`, body: 'Ses agents ne peuvent plus répondre.' }),
    saleRefused: (org, credits) => ({
      title: `${org} n’a pas pu acheter de crédits`,
      body: `${credits} crédits demandés. Rechargez les vôtres.`,
    }),
    reversed: (org, credits) => ({
      title: org === '' ? 'Un paiement a été remboursé' : `${org} : un paiement a été remboursé`,
      body: `${credits} crédits ont été repris.`,
    }),
    disputed: (org) =>
      org === ''
        ? { title: 'Un paiement est contesté', body: 'Aucun achat possible tant que ce n’est pas réglé.' }
        : { title: `${org} conteste un paiement`, body: 'Elle ne peut rien acheter avant le règlement.' },
  },
  ar: {
    titles: {
      conversation_started: 'محادثة جديدة',
      lead_created: 'عميل محتمل جديد',
      person_requested: 'زائر يطلب التحدث إلى شخص',
      contact_left: 'زائر يطلب التواصل معه',
      document_failed: 'تعذّرت قراءة مستند',
      crawl_waiting: 'عملية زحف تنتظر موافقتك',
      model_failed: 'لم يُجب أحد النماذج',
      speech_failed: 'تعطّل صوت المكالمات، والمتصفحات تحلّ محله',
      channel_failing: 'انقطع الاتصال بإحدى القنوات',
    },
    creditsLow: (used) => `تم استخدام ${used}% من رصيدك`,
    creditsLeft: (credits) => `الرصيد المتبقي: ${credits}.`,
    creditsOut: { title: 'لم يبقَ أي رصيد', body: 'لا يمكن للوكلاء الرد في الوقت الحالي.' },
    orgLow: (org, used) => `${org}: تم استخدام ${used}% من رصيدها`,
    orgOut: (org) => ({ title: `${org}: لم يبقَ أي رصيد`, body: 'لا يمكن لوكلائها الرد في الوقت الحالي.' }),
    saleRefused: (org, credits) => ({
      title: `تعذّر على ${org} شراء رصيد`,
      body: `طلبت ${credits} من الرصيد. اشحن رصيدك.`,
    }),
    reversed: (org, credits) => ({
      title: org === '' ? 'أُعيدت دفعة' : `${org}: أُعيدت دفعة`,
      body: `أُعيد معها ${credits} من الرصيد.`,
    }),
    disputed: (org) =>
      org === ''
        ? { title: 'دفعة محل نزاع', body: 'لا يمكن شراء أي شيء حتى تُسوّى.' }
        : { title: `${org} تنازع في دفعة`, body: 'لا يمكنها الشراء حتى تُسوّى.' },
  },
};

/** Title and body of mails, push messages and (in English) the API; screens make their own from kind and values. */
export function writeNotification(
  kind: NotificationKind,
  values: Record<string, string>,
  language: DashboardLanguage,
): { title: string; body: string } {
  const { agent = '', name = '', email = '', document = '', models = '', usedPercent = '', creditsLeft = '' } = values;
  const { org = '', channel = '' } = values;
  if (kind === 'sale_refused') return words[language].saleRefused(org, values.credits ?? '');
  if (kind === 'payment_reversed') return words[language].reversed(org, values.credits ?? '');
  if (kind === 'payment_disputed') return words[language].disputed(org);
  const { titles, creditsLow, creditsLeft: left, creditsOut, orgLow, orgOut } = words[language];
  if (kind === 'credits_low' && usedPercent === '100') return org === '' ? creditsOut : orgOut(org);
  if (kind === 'credits_low')
    return { title: org === '' ? creditsLow(usedPercent) : orgLow(org, usedPercent), body: left(creditsLeft) };
  const about = {
    lead_created: [name, email],
    person_requested: [name, email],
    document_failed: [document],
    crawl_waiting: [document],
    model_failed: [models],
    speech_failed: [values.speech ?? ''],
    channel_failing: [channel],
    conversation_started: [name],
  }[kind];
  const body = [...about, agent].filter((part) => part !== '' && part !== NO_EMAIL);
  // Who left an address does not wait in the chat.
  const told = kind === 'person_requested' && email !== '' && email !== NO_EMAIL ? 'contact_left' : kind;
  return { title: titles[told], body: body.join(language === 'ar' ? '، ' : ', ') };
}
