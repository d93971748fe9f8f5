import type { DomainBecame, Letters } from '../email.ports.ts';
import { linesOf } from './record-lines.rules.ts';

const NOT_YOU = 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren: Ohne Ihr Zutun geschieht nichts.';
const hello = (name: string) => (name === '' ? 'Guten Tag' : `Guten Tag ${name}`);

const whyFailed = (status: number | null, error: string) =>
  status === null ? `Es kam keine Antwort: ${error}` : `Die Antwort war ${status}.`;

const RECORD = { type: 'Typ', name: 'Name', value: 'Wert', priority: 'Priorität' };
const SET_UP =
  'Übernehmen Sie jeden Wert so, wie er hier steht. Viele Anbieter hängen die Domain selbst an den Namen an: Lassen Sie sie dort weg. Es kann 24-48 Stunden dauern, bis alle die Änderung sehen.';

const domainWords = (became: DomainBecame, domain: string, agency: string): [heading: string, text: string] =>
  ({
    live: [
      `${domain} ist erreichbar`,
      `Kunden von ${agency} erreichen ihr Dashboard ab jetzt unter ${domain}, und E-Mails an sie führen dorthin.`,
    ],
    failing: [
      `${domain} ist nicht erreichbar`,
      `${domain}, wo Kunden von ${agency} ihr Dashboard erreichen, hat zweimal nicht geantwortet. Alle 15 Minuten wird nachgesehen. Bleibt es 72 Stunden so, wird die Domain nicht mehr ausgeliefert.`,
    ],
    suspended: [
      `${domain} wird nicht mehr ausgeliefert`,
      `${domain} war 72 Stunden lang nicht erreichbar, deshalb erreichen Kunden von ${agency} ihr Dashboard dort nicht mehr. Sobald die Einträge wieder stimmen, geht es weiter. Geschieht das nicht innerhalb von 30 Tagen, wird die Domain entfernt.`,
    ],
    unpaid: [
      `${domain} wird nicht mehr ausgeliefert`,
      `Der bezahlte Tarif von ${agency} ist vor 14 Tagen ausgelaufen, deshalb erreichen Kunden ihr Dashboard unter ${domain} nicht mehr. Mit einem Tarif geht es weiter. Ohne einen wird die Domain nach 30 Tagen entfernt.`,
    ],
    expired: [
      `${domain} wurde entfernt`,
      `${domain} wurde 30 Tage lang nicht ausgeliefert und von ${agency} entfernt. Sie können die Domain jederzeit wieder einrichten.`,
    ],
    displaced: [
      `${domain} wurde entfernt`,
      `Jemand anderes hat über die DNS-Einträge gezeigt, dass ${domain} ihm gehört, deshalb wurde die Domain von ${agency} entfernt. Wenn sie Ihnen gehört, richten Sie sie wieder ein und setzen Sie den angezeigten Eintrag.`,
    ],
  })[became] as [string, string];

export const german: Letters = {
  orOpen: 'Oder öffnen Sie diese Adresse: ',
  write: {
    magic_link: ({ url, minutes }, brandName) => ({
      subject: `Ihr Anmeldelink für ${brandName}`,
      preview: `Er gilt einmal, ${minutes} Minuten lang.`,
      heading: `Bei ${brandName} anmelden`,
      paragraphs: [`Melden Sie sich mit der Schaltfläche an. Der Link gilt einmal, ${minutes} Minuten lang.`],
      action: { label: 'Anmelden', url },
      footnote: `Jemand hat für diese Adresse einen Anmeldelink angefordert. ${NOT_YOU}`,
    }),
    sign_in_code: ({ code, minutes }, brandName) => ({
      subject: `${code} ist Ihr Anmeldecode für ${brandName}`,
      preview: `Er gilt einmal, ${minutes} Minuten lang.`,
      heading: `Bei ${brandName} anmelden`,
      paragraphs: [
        `Geben Sie diesen Code dort ein, wo Sie sich anmelden. Er gilt einmal, ${minutes} Minuten lang. Geben Sie ihn niemandem weiter.`,
      ],
      code,
      footnote: `Jemand hat für diese Adresse einen Anmeldecode angefordert. ${NOT_YOU}`,
    }),
    reset_password: ({ url, minutes }, brandName) => ({
      subject: `Neues Passwort für ${brandName} wählen`,
      preview: `Der Link gilt einmal, ${minutes} Minuten lang.`,
      heading: 'Neues Passwort wählen',
      paragraphs: [
        `Wählen Sie mit der Schaltfläche ein neues Passwort. Der Link gilt einmal, ${minutes} Minuten lang.`,
        'Überall sonst werden Sie abgemeldet.',
      ],
      action: { label: 'Neues Passwort wählen', url },
      footnote: `Jemand hat für diese Adresse ein neues Passwort angefordert. ${NOT_YOU} Ihr Passwort bleibt, wie es ist.`,
    }),
    verify_email: ({ url, hours }, brandName) => ({
      subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${brandName}`,
      preview: 'Ein Klick, und Ihre Adresse ist bestätigt.',
      heading: 'E-Mail-Adresse bestätigen',
      paragraphs: [
        `Bestätigen Sie mit der Schaltfläche, dass diese Adresse Ihnen gehört. Der Link gilt ${hours} Stunden lang.`,
      ],
      action: { label: 'Adresse bestätigen', url },
      footnote: `Mit dieser Adresse wurde ein Konto angelegt. ${NOT_YOU}`,
    }),
    password_changed: ({ name }, brandName) => ({
      subject: `Ihr Passwort für ${brandName} wurde geändert`,
      preview: 'Alle anderen Sitzungen wurden beendet.',
      heading: 'Ihr Passwort wurde geändert',
      paragraphs: [
        `${hello(name)}, das Passwort Ihres Kontos wurde soeben geändert. Alle anderen Sitzungen wurden beendet.`,
      ],
      footnote: 'Wenn Sie das nicht waren, fordern Sie auf der Anmeldeseite sofort ein neues Passwort an.',
    }),
    new_email: ({ code, minutes }, brandName) => ({
      subject: `${code} bestätigt Ihre neue Adresse für ${brandName}`,
      preview: `Er gilt einmal, ${minutes} Minuten lang.`,
      heading: 'Neue Adresse bestätigen',
      paragraphs: [
        `Geben Sie diesen Code auf der Seite Ihres Kontos ein. Danach melden Sie sich bei ${brandName} mit dieser Adresse an. Der Code gilt einmal, ${minutes} Minuten lang. Geben Sie ihn niemandem weiter.`,
      ],
      code,
      footnote: `Jemand möchte sich künftig mit dieser Adresse bei ${brandName} anmelden. ${NOT_YOU}`,
    }),
    new_email_taken: (_props, brandName) => ({
      subject: `Mit Ihrer Adresse gibt es bei ${brandName} schon ein Konto`,
      preview: 'Eine Adresse gehört zu einem Konto. Es wurde nichts geändert.',
      heading: 'Ihre Adresse hat schon ein Konto',
      paragraphs: [
        `Jemand, der mit einem anderen Konto bei ${brandName} angemeldet ist, möchte diese Adresse dafür verwenden. Mit dieser Adresse gibt es schon ein Konto, deshalb wurde nichts geändert.`,
        'Wenn Sie das waren: Melden Sie sich mit dieser Adresse an, um jenes Konto zu nutzen. Soll die Adresse zum anderen Konto gehören, ändern Sie zuerst die Adresse dieses Kontos, oder löschen Sie es.',
      ],
      footnote: `Wer gefragt hat, erfährt nicht, dass die Adresse vergeben ist. ${NOT_YOU}`,
    }),
    email_changed: ({ name }, brandName) => ({
      subject: `Ihre E-Mail-Adresse für ${brandName} wurde geändert`,
      preview: 'Ab jetzt melden Sie sich mit einer anderen Adresse an.',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        `${hello(name)}, die E-Mail-Adresse Ihres Kontos wurde soeben geändert. Alle anderen Sitzungen wurden beendet.`,
        'Ab jetzt melden Sie sich mit der neuen Adresse an. Links, Codes und Benachrichtigungen gehen dorthin und nicht mehr an diese. Ein Google-Konto mit dieser Adresse öffnet Ihr Konto nicht mehr.',
      ],
      footnote: `Wenn Sie das nicht waren, schreiben Sie sofort an den Betreiber von ${brandName}.`,
    }),
    workspace_invitation: ({ workspaceName, inviterName, url, days }, brandName) => ({
      subject: `${inviterName} lädt Sie zu ${workspaceName} ein`,
      preview: `Treten Sie dem Arbeitsbereich bei ${brandName} bei.`,
      heading: `${workspaceName} beitreten`,
      paragraphs: [
        `${inviterName} lädt Sie ein, bei ${brandName} im Arbeitsbereich ${workspaceName} mitzuarbeiten.`,
        `Die Einladung gilt nur für diese Adresse, einmal und ${days} Tage lang.`,
      ],
      action: { label: 'Einladung öffnen', url },
      footnote:
        'Wenn Sie den Absender nicht kennen, können Sie diese E-Mail ignorieren: Ohne Ihr Zutun geschieht nichts.',
    }),
    webhook_failing: ({ host, status, error, isPaused, url }, brandName) => ({
      subject: isPaused
        ? `Ereignisse an ${host} sind angehalten`
        : `Ereignisse an ${host} konnten nicht zugestellt werden`,
      preview: whyFailed(status, error),
      heading: isPaused ? 'Ihr Ereignis-Endpunkt ist angehalten' : 'Ereignisse konnten nicht zugestellt werden',
      paragraphs: isPaused
        ? [
            `${host} nimmt die Ereignisse nicht an, die ${brandName} sendet. ${whyFailed(status, error)}`,
            'Es wird nichts mehr dorthin gesendet. Beheben Sie den Fehler und setzen Sie den Endpunkt dann fort: Was fehlt, kann 30 Tage lang nachgeholt werden.',
          ]
        : [
            `${host} hat ein Ereignis nicht angenommen, das ${brandName} gesendet hat. ${whyFailed(status, error)}`,
            'Jedes Ereignis wird drei Tage lang erneut versucht. Nach fünf Tagen ohne gute Antwort wird der Endpunkt angehalten.',
          ],
      ...(url === '' ? {} : { action: { label: 'Ereignisse öffnen', url } }),
      footnote: 'Sie erhalten diese E-Mail höchstens einmal am Tag, als Mitglied des Arbeitsbereichs.',
    }),
    notification: ({ title, body, paragraphs = [], url }) => ({
      subject: title,
      preview: body,
      heading: title,
      paragraphs: [body, ...paragraphs],
      ...(url === '' ? {} : { action: { label: 'Öffnen', url } }),
      footnote: 'Sie wollten per E-Mail benachrichtigt werden. Unter Benachrichtigungen können Sie das ändern.',
    }),
    contact_left: ({ agent, name, email, paragraphs, url }) => ({
      subject: `${name || email} hat eine Nachricht hinterlassen`,
      preview: paragraphs[0] ?? `${agent} hat eine Nachricht von ${name || email} angenommen.`,
      heading: `${name || email} hat eine Nachricht hinterlassen`,
      paragraphs: [
        `${agent} hat eine Nachricht von ${name || email} angenommen.`,
        ...paragraphs,
        `Antworten erreichen die Person unter ${email}.`,
      ],
      ...(url === '' ? {} : { action: { label: 'Unterhaltung öffnen', url } }),
      footnote: `In den Einstellungen von ${agent} steht diese Adresse für Nachrichten von Besuchern.`,
    }),
    operator_reply: ({ operator, agent, paragraphs, earlier = [], url }) => ({
      subject: `${operator} hat Ihnen geantwortet`,
      preview: `${operator} hat Ihnen im Chat mit ${agent} geantwortet.`,
      heading: `${operator} hat Ihnen geantwortet`,
      paragraphs: [
        `${operator} hat Ihnen im Chat mit ${agent} geantwortet.`,
        ...paragraphs,
        ...(earlier.length === 0 ? [] : ['Zuvor im Chat:', ...earlier]),
      ],
      ...(url === '' ? {} : { action: { label: 'Unterhaltung fortsetzen', url } }),
      footnote: `Sie haben Ihre Adresse im Chat hinterlassen.${url === '' ? '' : ' Der Link öffnet Ihre Unterhaltung 30 Tage lang; wer ihn hat, kann sie lesen.'}`,
    }),
    export_ended: ({ workspaceName, isReady, url, days }) => ({
      subject: isReady
        ? `Ihr Export von ${workspaceName} ist fertig`
        : `Ihr Export von ${workspaceName} konnte nicht erstellt werden`,
      preview: isReady
        ? `Sie können ihn ${days} Tage lang in den Einstellungen des Arbeitsbereichs herunterladen. Nur Sie können ihn öffnen.`
        : 'Es wurde nichts geändert. Bitte fordern Sie ihn in den Einstellungen des Arbeitsbereichs noch einmal an.',
      heading: isReady
        ? `Ihr Export von ${workspaceName} ist fertig`
        : `Ihr Export von ${workspaceName} konnte nicht erstellt werden`,
      paragraphs: [
        isReady
          ? `Sie können ihn ${days} Tage lang in den Einstellungen des Arbeitsbereichs herunterladen. Nur Sie können ihn öffnen.`
          : 'Es wurde nichts geändert. Bitte fordern Sie ihn in den Einstellungen des Arbeitsbereichs noch einmal an.',
      ],
      ...(url === '' ? {} : { action: { label: 'Einstellungen öffnen', url } }),
      footnote:
        'Sie haben ein Archiv von allem in diesem Arbeitsbereich angefordert. Falls Sie das nicht waren, ist jemand unter Ihrem Namen angemeldet: Beenden Sie Ihre Sitzungen und wählen Sie ein neues Passwort.',
    }),
    log_entry: ({ type, channel, content }, brandName) => ({
      subject: `Protokolleintrag: ${type}`,
      preview: content,
      heading: `Protokolleintrag: ${type}`,
      paragraphs: [...(channel === '' ? [] : [`Kanal: ${channel}`]), content],
      footnote: `Eine Integration Ihres Arbeitsbereichs bei ${brandName} hat diesen Eintrag geschrieben und ließ ihn per E-Mail senden.`,
    }),
    client_invitation: ({ clientName, email, url, hours }, brandName) => ({
      subject: `Ihr Dashboard bei ${brandName}`,
      preview: `Melden Sie sich als ${email} an.`,
      heading: `Willkommen bei ${brandName}`,
      paragraphs: [
        `${hello(clientName)}, bei ${brandName} wurde ein Dashboard für Sie eingerichtet. Melden Sie sich als ${email} an.`,
        `Die Schaltfläche meldet Sie einmal an, innerhalb von ${hours} Stunden. Später melden Sie sich mit Ihrem Passwort an oder fordern auf derselben Seite einen Anmeldecode per E-Mail an.`,
      ],
      action: { label: 'Anmelden', url },
      footnote:
        'Wenn Sie das nicht erwartet haben, können Sie diese E-Mail ignorieren: Ohne Ihr Zutun geschieht nichts.',
    }),
    client_login_code: ({ code, minutes, url }, brandName) => ({
      subject: `${code} ist Ihr Anmeldecode für ${brandName}`,
      preview: `Er gilt einmal, ${minutes} Minuten lang.`,
      heading: `Bei ${brandName} anmelden`,
      paragraphs: [
        `Geben Sie diesen Code dort ein, wo Sie sich anmelden, oder benutzen Sie die Schaltfläche. Beides gilt einmal, ${minutes} Minuten lang. Geben Sie den Code niemandem weiter.`,
      ],
      code,
      action: { label: 'Anmelden', url },
      footnote: `Jemand hat für diese Adresse einen Anmeldecode angefordert. ${NOT_YOU}`,
    }),
    client_new_email: ({ clientName, code, minutes }, brandName) => ({
      subject: `${code} bestätigt Ihre neue Adresse für ${brandName}`,
      preview: `Er gilt einmal, ${minutes} Minuten lang.`,
      heading: 'Neue Adresse bestätigen',
      paragraphs: [
        `Guten Tag ${clientName}, geben Sie diesen Code in Ihrem Dashboard ein. Danach melden Sie sich bei ${brandName} mit dieser Adresse an. Der Code gilt einmal, ${minutes} Minuten lang. Geben Sie ihn niemandem weiter.`,
      ],
      code,
      footnote: `Jemand möchte sich künftig mit dieser Adresse bei ${brandName} anmelden. ${NOT_YOU}`,
    }),
    client_password_changed: ({ clientName, byAgency, contact, url }, brandName) => ({
      subject: `Ihr Passwort für ${brandName} wurde geändert`,
      preview: byAgency ? 'Alle Sitzungen wurden beendet.' : 'Alle anderen Sitzungen wurden beendet.',
      heading: 'Ihr Passwort wurde geändert',
      paragraphs: byAgency
        ? [
            `${hello(clientName)}, ${brandName} hat Ihrem Dashboard soeben ein neues Passwort gegeben. Alle Sitzungen wurden beendet.`,
            'Fragen Sie dort danach, oder fordern Sie auf der Anmeldeseite einen Anmeldecode per E-Mail an.',
          ]
        : [
            `${hello(clientName)}, das Passwort Ihres Dashboards wurde soeben geändert. Alle anderen Sitzungen wurden beendet.`,
          ],
      ...(url === '' ? {} : { action: { label: 'Anmelden', url } }),
      footnote: byAgency
        ? `Bei Fragen dazu schreiben Sie an ${contact}.`
        : `Wenn Sie das nicht waren, melden Sie sich mit einem Anmeldecode per E-Mail an, wählen Sie sofort ein neues Passwort und schreiben Sie an ${contact}.`,
    }),
    client_email_changed: ({ clientName, byAgency, contact }, brandName) => ({
      subject: `Ihre E-Mail-Adresse für ${brandName} wurde geändert`,
      preview: 'Ab jetzt melden Sie sich mit einer anderen Adresse an.',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        byAgency
          ? `${hello(clientName)}, ${brandName} hat soeben die E-Mail-Adresse Ihres Dashboards geändert.`
          : `${hello(clientName)}, die E-Mail-Adresse Ihres Dashboards wurde soeben geändert.`,
        'Ab jetzt melden Sie sich mit der neuen Adresse an. Codes und Benachrichtigungen gehen dorthin und nicht mehr an diese.',
      ],
      footnote: `Wenn Sie das nicht waren, schreiben Sie sofort an ${contact}.`,
    }),
    client_feedback: ({ name, email, paragraphs, files }, brandName) => ({
      subject: `Rückmeldung von ${name === '' ? email : name}`,
      preview: paragraphs[0] ?? '',
      heading: `Rückmeldung von ${name === '' ? email : name}`,
      paragraphs: [
        ...paragraphs,
        ...(files.length === 0 ? [] : ['Dateien:', ...files]),
        `Antworten erreichen die Person unter ${email}.`,
      ],
      footnote: `Geschrieben im Dashboard von ${brandName} und an Ihre Support-Adresse gesendet.`,
    }),
    dns_instructions: ({ domain, records, purpose }, brandName) => ({
      subject: `DNS-Einträge für ${domain}`,
      preview: `${brandName} bittet Sie, sie bei Ihrem Anbieter einzutragen.`,
      heading: `DNS-Einträge für ${domain}`,
      paragraphs: [
        `${brandName} bittet Sie, diese Einträge bei dem Anbieter zu setzen, der ${domain} verwaltet, ${purpose === 'custom' ? 'damit Kunden dort ihr Dashboard erreichen' : 'damit E-Mails von dort gesendet werden können'}.`,
        SET_UP,
      ],
      records: linesOf(RECORD, records),
      footnote: `Jemand bei ${brandName} hat die Einträge an diese Adresse geschickt. Wenn Sie ${domain} nicht verwalten, können Sie diese E-Mail ignorieren.`,
    }),
    dns_reminder: ({ domain, agencyName, records, url, stopUrl, purpose }, brandName) => ({
      subject: `Einträge von ${domain} fehlen noch`,
      preview:
        purpose === 'custom'
          ? 'Bis sie da sind, erreichen Kunden Sie nicht über diese Domain.'
          : 'Bis sie da sind, kommen E-Mails von einer anderen Adresse.',
      heading: `Einträge von ${domain} fehlen noch`,
      paragraphs: [
        `Sie haben ${domain} für ${agencyName} eingerichtet. Diese Einträge wurden noch nicht gefunden oder haben einen anderen Wert:`,
      ],
      records: linesOf(RECORD, records),
      ...(url === ''
        ? {}
        : { action: { label: 'Einstellungen öffnen', url }, aside: { label: 'Nicht mehr erinnern', url: stopUrl } }),
      footnote: `Sie erhalten diese E-Mail, weil Sie ${domain} bei ${brandName} eingerichtet haben. Es kommen höchstens zwei davon.`,
    }),
    custom_domain: ({ domain, agencyName, became, url }, brandName) => {
      const [heading, text] = domainWords(became, domain, agencyName);
      return {
        ...{ subject: heading, preview: agencyName, heading, paragraphs: [text] },
        ...(url === '' ? {} : { action: { label: 'Einstellungen öffnen', url } }),
        footnote: `Sie erhalten diese E-Mail, weil Ihnen ${agencyName} gehört und dort ${domain} bei ${brandName} eingerichtet wurde.`,
      };
    },
    payment_overdue: ({ workspaceName, sum, endsOn, which, isClient, url }, brandName) => {
      const heading =
        which === 0
          ? `Ihre Zahlung von ${sum} ist fehlgeschlagen`
          : which < 3
            ? `Ihre Zahlung von ${sum} ist noch offen`
            : `Letzte Erinnerung: Ihr Tarif endet am ${endsOn}`;
      return {
        ...{ subject: heading, preview: `Bis zum ${endsOn} bleibt alles, wie es ist.`, heading },
        paragraphs: [
          `Die Verlängerung des Tarifs von ${workspaceName}, ${sum}, konnte nicht abgebucht werden. Wir versuchen es in den nächsten Tagen noch einmal; Sie können auch jetzt zahlen, mit dieser Karte oder einer anderen.`,
          isClient
            ? `Bis zum ${endsOn} bleiben Ihr Tarif und die Credits, die Sie haben. Die Credits des neuen Monats kommen, sobald bezahlt ist.`
            : `Bis zum ${endsOn} bleibt alles: Ihre Agenten, Ihre Limits und die Credits, die Sie haben. Die Credits des neuen Monats kommen, sobald bezahlt ist.`,
          isClient
            ? `Ist bis zum ${endsOn} nicht bezahlt, endet der Tarif, und die Rechnung verfällt. Gelöscht wird nichts, und Credits bleiben.`
            : `Ist bis zum ${endsOn} nicht bezahlt, endet der Tarif, die Rechnung verfällt, und der Workspace läuft im kostenlosen Tarif weiter. Gelöscht wird nichts, und Credits bleiben.`,
        ],
        ...(url === '' ? {} : { action: { label: 'Jetzt bezahlen', url } }),
        footnote: `Sie erhalten diese E-Mail, weil Sie bei ${brandName} für ${workspaceName} bezahlen dürfen. Nach der vierten folgt keine weitere.`,
      };
    },
    recharge_paused: ({ workspaceName, why, isSeller, url }, brandName) => {
      const heading = `Das automatische Aufladen von ${workspaceName} ist angehalten`;
      const reasons = {
        declined: 'Die Karte wurde dreimal abgelehnt, deshalb versuchen wir es nicht weiter.',
        holder_needed:
          'Die Bank möchte, dass die Person, der die Karte gehört, die Zahlung bestätigt. Das geht nicht, wenn wir von selbst abbuchen.',
        card_refused: 'Die Bank sagt, dass diese Karte nicht mehr belastet werden soll.',
      };
      return {
        ...{ subject: heading, preview: 'Es werden keine Credits gekauft, bis jemand nachsieht.', heading },
        paragraphs: [
          reasons[why],
          isSeller
            ? `${workspaceName} kauft erst wieder Credits, wenn es dort jemand noch einmal versucht oder eine andere Karte hinterlegt: Wir haben es den Zuständigen in Ihrem Namen mitgeteilt. Die Agenten antworten, solange Credits da sind. Sie können welche von Ihren übertragen.`
            : 'Es werden keine Credits gekauft, bis Sie es noch einmal versuchen oder eine andere Karte hinterlegen. Ihre Agenten antworten, solange Credits da sind.',
        ],
        ...(url === '' ? {} : { action: { label: isSeller ? 'Organisation öffnen' : 'Abrechnung öffnen', url } }),
        footnote: isSeller
          ? `Sie erhalten diese E-Mail, weil ${workspaceName} bei ${brandName} Credits Ihres Workspace kauft.`
          : `Sie erhalten diese E-Mail, weil Sie bei ${brandName} für ${workspaceName} bezahlen dürfen.`,
      };
    },
  },
};
