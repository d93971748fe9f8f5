import type { DomainBecame, Letters } from '../email.ports.ts';
import { linesOf } from './record-lines.rules.ts';

const NOT_YOU = 'Si ce n’était pas vous, vous pouvez ignorer cet e-mail : sans lui, rien ne se passe.';
const hello = (name: string) => (name === '' ? 'Bonjour' : `Bonjour ${name}`);

const whyFailed = (status: number | null, error: string) =>
  status === null ? `Aucune réponse n’est arrivée : ${error}` : `La réponse était ${status}.`;

const RECORD = { type: 'Type', name: 'Nom', value: 'Valeur', priority: 'Priorité' };
const SET_UP =
  'Copiez chaque valeur telle quelle. Beaucoup de fournisseurs ajoutent eux-mêmes le domaine au nom : dans ce cas, ne l’écrivez pas. Il peut falloir 24-48 heures pour que tout le monde voie le changement.';

const domainWords = (became: DomainBecame, domain: string, agency: string): [heading: string, text: string] =>
  ({
    live: [
      `${domain} est en ligne`,
      `Les clients de ${agency} accèdent désormais à leur tableau de bord sur ${domain}, et les e-mails qui leur sont envoyés y mènent.`,
    ],
    failing: [
      `${domain} n’est pas joignable`,
      `${domain}, où les clients de ${agency} accèdent à leur tableau de bord, n’a pas répondu deux fois de suite. Il est vérifié toutes les 15 minutes. Si cela dure 72 heures, le domaine ne sera plus servi.`,
    ],
    suspended: [
      `${domain} n’est plus servi`,
      `${domain} n’a pas été joignable pendant 72 heures : les clients de ${agency} n’y accèdent plus à leur tableau de bord. Dès que les enregistrements sont de nouveau corrects, il est servi de nouveau. Sinon, le domaine est supprimé au bout de 30 jours.`,
    ],
    unpaid: [
      `${domain} n’est plus servi`,
      `L’abonnement payant de ${agency} a pris fin il y a 14 jours : les clients n’accèdent plus à leur tableau de bord sur ${domain}. Avec un abonnement, il est servi de nouveau. Sinon, le domaine est supprimé au bout de 30 jours.`,
    ],
    expired: [
      `${domain} a été supprimé`,
      `${domain} n’a pas été servi pendant 30 jours et a été retiré de ${agency}. Vous pouvez le configurer de nouveau à tout moment.`,
    ],
    displaced: [
      `${domain} a été supprimé`,
      `Quelqu’un d’autre a montré par le DNS que ${domain} lui appartient : le domaine a été retiré de ${agency}. S’il est à vous, configurez-le de nouveau et ajoutez l’enregistrement affiché.`,
    ],
  })[became] as [string, string];

export const french: Letters = {
  orOpen: 'Ou ouvrez cette adresse : ',
  write: {
    magic_link: ({ url, minutes }, brandName) => ({
      subject: `Votre lien de connexion à ${brandName}`,
      preview: `Il est valable une seule fois, pendant ${minutes} minutes.`,
      heading: `Se connecter à ${brandName}`,
      paragraphs: [
        `Appuyez sur le bouton pour vous connecter. Le lien est valable une seule fois, pendant ${minutes} minutes.`,
      ],
      action: { label: 'Se connecter', url },
      footnote: `Quelqu’un a demandé un lien de connexion pour cette adresse. ${NOT_YOU}`,
    }),
    sign_in_code: ({ code, minutes }, brandName) => ({
      subject: `${code} est votre code de connexion à ${brandName}`,
      preview: `Il est valable une seule fois, pendant ${minutes} minutes.`,
      heading: `Se connecter à ${brandName}`,
      paragraphs: [
        `Saisissez ce code là où vous vous connectez. Il est valable une seule fois, pendant ${minutes} minutes. Ne le communiquez à personne.`,
      ],
      code,
      footnote: `Quelqu’un a demandé un code de connexion pour cette adresse. ${NOT_YOU}`,
    }),
    reset_password: ({ url, minutes }, brandName) => ({
      subject: `Choisissez un nouveau mot de passe pour ${brandName}`,
      preview: `Le lien est valable une seule fois, pendant ${minutes} minutes.`,
      heading: 'Choisissez un nouveau mot de passe',
      paragraphs: [
        `Appuyez sur le bouton pour choisir un nouveau mot de passe. Le lien est valable une seule fois, pendant ${minutes} minutes.`,
        'Vous serez déconnecté partout ailleurs.',
      ],
      action: { label: 'Choisir un nouveau mot de passe', url },
      footnote: `Quelqu’un a demandé un nouveau mot de passe pour cette adresse. ${NOT_YOU} Votre mot de passe reste le même.`,
    }),
    verify_email: ({ url, hours }, brandName) => ({
      subject: `Confirmez votre adresse e-mail pour ${brandName}`,
      preview: 'Un clic, et votre adresse est confirmée.',
      heading: 'Confirmez votre adresse e-mail',
      paragraphs: [
        `Appuyez sur le bouton pour confirmer que cette adresse est la vôtre. Le lien est valable pendant ${hours} heures.`,
      ],
      action: { label: 'Confirmer l’adresse', url },
      footnote: `Un compte a été créé avec cette adresse. ${NOT_YOU}`,
    }),
    password_changed: ({ name }, brandName) => ({
      subject: `Votre mot de passe pour ${brandName} a été modifié`,
      preview: 'Toutes les autres sessions ont été fermées.',
      heading: 'Votre mot de passe a été modifié',
      paragraphs: [
        `${hello(name)}, le mot de passe de votre compte vient d’être modifié. Toutes les autres sessions ont été fermées.`,
      ],
      footnote: 'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe sur la page de connexion.',
    }),
    new_email: ({ code, minutes }, brandName) => ({
      subject: `${code} confirme votre nouvelle adresse pour ${brandName}`,
      preview: `Il est valable une seule fois, pendant ${minutes} minutes.`,
      heading: 'Confirmez votre nouvelle adresse',
      paragraphs: [
        `Saisissez ce code sur la page de votre compte. Vous vous connecterez ensuite à ${brandName} avec cette adresse. Il est valable une seule fois, pendant ${minutes} minutes. Ne le communiquez à personne.`,
      ],
      code,
      footnote: `Quelqu’un souhaite désormais se connecter à ${brandName} avec cette adresse. ${NOT_YOU}`,
    }),
    new_email_taken: (_props, brandName) => ({
      subject: `Un compte existe déjà avec votre adresse sur ${brandName}`,
      preview: 'Une adresse appartient à un seul compte. Rien n’a été modifié.',
      heading: 'Votre adresse a déjà un compte',
      paragraphs: [
        `Une personne connectée à un autre compte de ${brandName} souhaite utiliser cette adresse pour celui-ci. Un compte existe déjà avec cette adresse : rien n’a donc été modifié.`,
        'Si c’était vous : connectez-vous avec cette adresse pour utiliser ce compte. Pour utiliser l’adresse avec l’autre, changez d’abord l’adresse de celui-ci, ou supprimez-le.',
      ],
      footnote: `La personne qui l’a demandé ne sait pas que l’adresse est utilisée. ${NOT_YOU}`,
    }),
    email_changed: ({ name }, brandName) => ({
      subject: `Votre adresse e-mail pour ${brandName} a été modifiée`,
      preview: 'Vous vous connectez désormais avec une autre adresse.',
      heading: 'Votre adresse e-mail a été modifiée',
      paragraphs: [
        `${hello(name)}, l’adresse e-mail de votre compte vient d’être modifiée. Toutes les autres sessions ont été fermées.`,
        'Vous vous connectez désormais avec la nouvelle adresse. Les liens, les codes et les notifications y sont envoyés, et non plus à celle-ci. Un compte Google avec cette adresse n’ouvre plus votre compte.',
      ],
      footnote: `Si ce n’était pas vous, écrivez tout de suite à l’exploitant de ${brandName}.`,
    }),
    workspace_invitation: ({ workspaceName, inviterName, url, days }, brandName) => ({
      subject: `${inviterName} vous invite à rejoindre ${workspaceName}`,
      preview: `Rejoignez l’espace de travail sur ${brandName}.`,
      heading: `Rejoindre ${workspaceName}`,
      paragraphs: [
        `${inviterName} vous invite à travailler dans l’espace de travail ${workspaceName} sur ${brandName}.`,
        `L’invitation est réservée à cette adresse. Elle est valable une seule fois, pendant ${days} jours.`,
      ],
      action: { label: 'Ouvrir l’invitation', url },
      footnote: 'Si vous ne connaissez pas l’expéditeur, vous pouvez ignorer cet e-mail : sans lui, rien ne se passe.',
    }),
    webhook_failing: ({ host, status, error, isPaused, url }, brandName) => ({
      subject: isPaused
        ? `Les événements vers ${host} sont en pause`
        : `Les événements vers ${host} n’ont pas pu être remis`,
      preview: whyFailed(status, error),
      heading: isPaused
        ? 'Votre point de réception d’événements est en pause'
        : 'Des événements n’ont pas pu être remis',
      paragraphs: isPaused
        ? [
            `${host} n’accepte pas les événements envoyés par ${brandName}. ${whyFailed(status, error)}`,
            'Plus rien ne lui est envoyé. Corrigez le point de réception, puis relancez-le : ce qui manque peut être rejoué pendant 30 jours.',
          ]
        : [
            `${host} n’a pas accepté un événement envoyé par ${brandName}. ${whyFailed(status, error)}`,
            'Chaque événement est retenté pendant trois jours. Après cinq jours sans bonne réponse, le point de réception est mis en pause.',
          ],
      ...(url === '' ? {} : { action: { label: 'Ouvrir les événements', url } }),
      footnote: 'Vous recevez cet e-mail au plus une fois par jour, en tant que membre de l’espace de travail.',
    }),
    notification: ({ title, body, paragraphs = [], url }) => ({
      subject: title,
      preview: body,
      heading: title,
      paragraphs: [body, ...paragraphs],
      ...(url === '' ? {} : { action: { label: 'Ouvrir', url } }),
      footnote: 'Vous avez choisi d’être averti par e-mail. Vous pouvez le changer dans les notifications.',
    }),
    contact_left: ({ agent, name, email, paragraphs, url }) => ({
      subject: `${name || email} a laissé un message`,
      preview: paragraphs[0] ?? `${agent} a reçu un message de ${name || email}.`,
      heading: `${name || email} a laissé un message`,
      paragraphs: [
        `${agent} a reçu un message de ${name || email}.`,
        ...paragraphs,
        `Les réponses lui parviennent à ${email}.`,
      ],
      ...(url === '' ? {} : { action: { label: 'Ouvrir la conversation', url } }),
      footnote: `Les réglages de ${agent} indiquent cette adresse pour les messages des visiteurs.`,
    }),
    operator_reply: ({ operator, agent, paragraphs, earlier = [], url }) => ({
      subject: `${operator} vous a répondu`,
      preview: `${operator} vous a répondu dans le chat avec ${agent}.`,
      heading: `${operator} vous a répondu`,
      paragraphs: [
        `${operator} vous a répondu dans le chat avec ${agent}.`,
        ...paragraphs,
        ...(earlier.length === 0 ? [] : ['Plus tôt dans le chat :', ...earlier]),
      ],
      ...(url === '' ? {} : { action: { label: 'Poursuivre la conversation', url } }),
      footnote: `Vous avez laissé votre adresse dans le chat.${url === '' ? '' : ' Le lien ouvre votre conversation pendant 30 jours ; quiconque l’a peut la lire.'}`,
    }),
    export_ended: ({ workspaceName, isReady, url, days }) => ({
      subject: isReady
        ? `Votre export de ${workspaceName} est prêt`
        : `Votre export de ${workspaceName} n’a pas pu être créé`,
      preview: isReady
        ? `Vous pouvez le télécharger pendant ${days} jours dans les paramètres de l’espace de travail. Vous seul pouvez l’ouvrir.`
        : 'Rien n’a été modifié. Demandez-le à nouveau dans les paramètres de l’espace de travail.',
      heading: isReady
        ? `Votre export de ${workspaceName} est prêt`
        : `Votre export de ${workspaceName} n’a pas pu être créé`,
      paragraphs: [
        isReady
          ? `Vous pouvez le télécharger pendant ${days} jours dans les paramètres de l’espace de travail. Vous seul pouvez l’ouvrir.`
          : 'Rien n’a été modifié. Demandez-le à nouveau dans les paramètres de l’espace de travail.',
      ],
      ...(url === '' ? {} : { action: { label: 'Ouvrir les paramètres', url } }),
      footnote:
        'Vous avez demandé une archive de tout cet espace de travail. Si ce n’était pas vous, quelqu’un est connecté sous votre nom : mettez fin à vos sessions et choisissez un nouveau mot de passe.',
    }),
    log_entry: ({ type, channel, content }, brandName) => ({
      subject: `Entrée du journal : ${type}`,
      preview: content,
      heading: `Entrée du journal : ${type}`,
      paragraphs: [...(channel === '' ? [] : [`Canal : ${channel}`]), content],
      footnote: `Une intégration de votre espace de travail sur ${brandName} a écrit cette entrée et a demandé à l’envoyer par e-mail.`,
    }),
    client_invitation: ({ clientName, email, url, hours }, brandName) => ({
      subject: `Votre tableau de bord chez ${brandName}`,
      preview: `Connectez-vous en tant que ${email}.`,
      heading: `Bienvenue chez ${brandName}`,
      paragraphs: [
        `${hello(clientName)}, un tableau de bord a été préparé pour vous chez ${brandName}. Connectez-vous en tant que ${email}.`,
        `Le bouton vous connecte une seule fois, dans les ${hours} heures. Ensuite, vous vous connectez avec votre mot de passe, ou vous demandez sur cette page un code de connexion par e-mail.`,
      ],
      action: { label: 'Se connecter', url },
      footnote: 'Si vous ne vous y attendiez pas, vous pouvez ignorer cet e-mail : sans lui, rien ne se passe.',
    }),
    client_login_code: ({ code, minutes, url }, brandName) => ({
      subject: `${code} est votre code de connexion à ${brandName}`,
      preview: `Il est valable une seule fois, pendant ${minutes} minutes.`,
      heading: `Se connecter à ${brandName}`,
      paragraphs: [
        `Saisissez ce code là où vous vous connectez, ou appuyez sur le bouton. L’un et l’autre sont valables une seule fois, pendant ${minutes} minutes. Ne communiquez le code à personne.`,
      ],
      code,
      action: { label: 'Se connecter', url },
      footnote: `Quelqu’un a demandé un code de connexion pour cette adresse. ${NOT_YOU}`,
    }),
    client_new_email: ({ clientName, code, minutes }, brandName) => ({
      subject: `${code} confirme votre nouvelle adresse pour ${brandName}`,
      preview: `Il est valable une seule fois, pendant ${minutes} minutes.`,
      heading: 'Confirmez votre nouvelle adresse',
      paragraphs: [
        `Bonjour ${clientName}, saisissez ce code dans votre tableau de bord. Vous vous connecterez ensuite à ${brandName} avec cette adresse. Il est valable une seule fois, pendant ${minutes} minutes. Ne le communiquez à personne.`,
      ],
      code,
      footnote: `Quelqu’un souhaite désormais se connecter à ${brandName} avec cette adresse. ${NOT_YOU}`,
    }),
    client_password_changed: ({ clientName, byAgency, contact, url }, brandName) => ({
      subject: `Votre mot de passe pour ${brandName} a été modifié`,
      preview: byAgency ? 'Toutes les sessions ont été fermées.' : 'Toutes les autres sessions ont été fermées.',
      heading: 'Votre mot de passe a été modifié',
      paragraphs: byAgency
        ? [
            `${hello(clientName)}, ${brandName} vient de donner un nouveau mot de passe à votre tableau de bord. Toutes les sessions ont été fermées.`,
            'Demandez-le-lui, ou demandez un code de connexion par e-mail sur la page de connexion.',
          ]
        : [
            `${hello(clientName)}, le mot de passe de votre tableau de bord vient d’être modifié. Toutes les autres sessions ont été fermées.`,
          ],
      ...(url === '' ? {} : { action: { label: 'Se connecter', url } }),
      footnote: byAgency
        ? `Pour toute question à ce sujet, écrivez à ${contact}.`
        : `Si ce n’était pas vous, connectez-vous avec un code de connexion par e-mail, choisissez tout de suite un nouveau mot de passe et écrivez à ${contact}.`,
    }),
    client_email_changed: ({ clientName, byAgency, contact }, brandName) => ({
      subject: `Votre adresse e-mail pour ${brandName} a été modifiée`,
      preview: 'Vous vous connectez désormais avec une autre adresse.',
      heading: 'Votre adresse e-mail a été modifiée',
      paragraphs: [
        byAgency
          ? `${hello(clientName)}, ${brandName} vient de modifier l’adresse e-mail de votre tableau de bord.`
          : `${hello(clientName)}, l’adresse e-mail de votre tableau de bord vient d’être modifiée.`,
        'Vous vous connectez désormais avec la nouvelle adresse. Les codes et les notifications y sont envoyés, et non plus à celle-ci.',
      ],
      footnote: `Si ce n’était pas vous, écrivez tout de suite à ${contact}.`,
    }),
    client_feedback: ({ name, email, paragraphs, files }, brandName) => ({
      subject: `Commentaires de ${name === '' ? email : name}`,
      preview: paragraphs[0] ?? '',
      heading: `Commentaires de ${name === '' ? email : name}`,
      paragraphs: [
        ...paragraphs,
        ...(files.length === 0 ? [] : ['Fichiers :', ...files]),
        `Les réponses lui parviennent à ${email}.`,
      ],
      footnote: `Écrit dans le tableau de bord de ${brandName} et envoyé à votre adresse d’assistance.`,
    }),
    dns_instructions: ({ domain, records, purpose }, brandName) => ({
      subject: `Enregistrements DNS pour ${domain}`,
      preview: `${brandName} vous demande de les ajouter chez votre fournisseur.`,
      heading: `Enregistrements DNS pour ${domain}`,
      paragraphs: [
        `${brandName} vous demande d’ajouter ces enregistrements chez le fournisseur qui gère ${domain}, ${purpose === 'custom' ? 'afin que ses clients puissent y accéder' : 'afin que ses e-mails puissent en partir'}.`,
        SET_UP,
      ],
      records: linesOf(RECORD, records),
      footnote: `Quelqu’un chez ${brandName} a envoyé les enregistrements à cette adresse. Si vous ne gérez pas ${domain}, vous pouvez ignorer cet e-mail.`,
    }),
    dns_reminder: ({ domain, agencyName, records, url, stopUrl, purpose }, brandName) => ({
      subject: `Il manque encore des enregistrements de ${domain}`,
      preview:
        purpose === 'custom'
          ? 'D’ici là, les clients ne vous joignent pas par ce domaine.'
          : 'D’ici là, les e-mails viennent d’une autre adresse.',
      heading: `Il manque encore des enregistrements de ${domain}`,
      paragraphs: [
        `Vous avez configuré ${domain} pour ${agencyName}. Ces enregistrements n’ont pas encore été trouvés, ou ont une autre valeur :`,
      ],
      records: linesOf(RECORD, records),
      ...(url === ''
        ? {}
        : { action: { label: 'Ouvrir les réglages', url }, aside: { label: 'Ne plus me le rappeler', url: stopUrl } }),
      footnote: `Vous recevez cet e-mail parce que vous avez configuré ${domain} chez ${brandName}. Il en vient deux au plus.`,
    }),
    custom_domain: ({ domain, agencyName, became, url }, brandName) => {
      const [heading, text] = domainWords(became, domain, agencyName);
      return {
        ...{ subject: heading, preview: agencyName, heading, paragraphs: [text] },
        ...(url === '' ? {} : { action: { label: 'Ouvrir les réglages', url } }),
        footnote: `Vous recevez cet e-mail parce que ${agencyName}, qui vous appartient, a configuré ${domain} chez ${brandName}.`,
      };
    },
    payment_overdue: ({ workspaceName, sum, endsOn, which, isClient, url }, brandName) => {
      const heading =
        which === 0
          ? `Votre paiement de ${sum} n’a pas abouti`
          : which < 3
            ? `Votre paiement de ${sum} est toujours en attente`
            : `Dernier rappel : votre forfait prend fin le ${endsOn}`;
      return {
        ...{ subject: heading, preview: `Tout reste en place jusqu’au ${endsOn}.`, heading },
        paragraphs: [
          `Le renouvellement du forfait de ${workspaceName}, ${sum}, n’a pas pu être débité. Nous réessaierons la carte dans les prochains jours ; vous pouvez aussi payer maintenant, avec cette carte ou une autre.`,
          isClient
            ? `Jusqu’au ${endsOn}, votre forfait et les crédits que vous avez restent en place. Les crédits du nouveau mois arrivent une fois le paiement effectué.`
            : `Jusqu’au ${endsOn}, tout reste en place : vos agents, vos limites et les crédits que vous avez. Les crédits du nouveau mois arrivent une fois le paiement effectué.`,
          isClient
            ? `Sans paiement d’ici le ${endsOn}, le forfait prend fin et la facture est annulée. Rien n’est supprimé et les crédits restent.`
            : `Sans paiement d’ici le ${endsOn}, le forfait prend fin, la facture est annulée et l’espace de travail passe au forfait gratuit. Rien n’est supprimé et les crédits restent.`,
        ],
        ...(url === '' ? {} : { action: { label: 'Payer maintenant', url } }),
        footnote: `Vous recevez cet e-mail parce que vous pouvez payer pour ${workspaceName} chez ${brandName}. Après le quatrième, il n’y en a plus d’autre.`,
      };
    },
    recharge_paused: ({ workspaceName, why, isSeller, url }, brandName) => {
      const heading = `La recharge automatique de ${workspaceName} est suspendue`;
      const reasons = {
        declined: 'La carte a été refusée trois fois, nous ne l’essayons donc plus.',
        holder_needed:
          'La banque veut que le titulaire de la carte confirme le paiement, ce qui est impossible quand nous débitons automatiquement.',
        card_refused: 'La banque indique que cette carte ne doit plus être débitée.',
      };
      return {
        ...{ subject: heading, preview: 'Aucun crédit n’est acheté tant que personne ne s’en occupe.', heading },
        paragraphs: [
          reasons[why],
          isSeller
            ? `${workspaceName} achètera de nouveau des crédits quand ses responsables auront réessayé ou ajouté une autre carte : ils en sont informés en votre nom. Ses agents répondent tant qu’il reste des crédits. Vous pouvez lui en transférer.`
            : 'Aucun crédit n’est acheté tant que vous ne réessayez pas ou n’ajoutez pas une autre carte. Vos agents répondent tant qu’il reste des crédits.',
        ],
        ...(url === '' ? {} : { action: { label: isSeller ? 'Ouvrir l’organisation' : 'Ouvrir la facturation', url } }),
        footnote: isSeller
          ? `Vous recevez cet e-mail parce que ${workspaceName} achète des crédits de votre espace de travail chez ${brandName}.`
          : `Vous recevez cet e-mail parce que vous pouvez payer pour ${workspaceName} chez ${brandName}.`,
      };
    },
  },
};
