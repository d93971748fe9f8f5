import type { DomainBecame, Letters } from '../email.ports.ts';
import { linesOf } from './record-lines.rules.ts';

const NOT_YOU = 'Si no has sido tú, puedes ignorar este correo: sin él no pasa nada.';
const hello = (name: string) => (name === '' ? 'Hola' : `Hola, ${name}`);

const whyFailed = (status: number | null, error: string) =>
  status === null ? `No llegó ninguna respuesta: ${error}` : `La respuesta fue ${status}.`;

const RECORD = { type: 'Tipo', name: 'Nombre', value: 'Valor', priority: 'Prioridad' };
const SET_UP =
  'Copie cada valor tal como está. Muchos proveedores añaden ellos mismos el dominio al nombre: en ese caso, omítalo. Pueden pasar 24-48 horas hasta que todos vean el cambio.';

const domainWords = (became: DomainBecame, domain: string, agency: string): [heading: string, text: string] =>
  ({
    live: [
      `${domain} está en línea`,
      `Los clientes de ${agency} llegan a su panel en ${domain} desde ahora, y los correos que reciben llevan allí.`,
    ],
    failing: [
      `${domain} no responde`,
      `${domain}, donde los clientes de ${agency} llegan a su panel, no ha respondido dos veces. Se comprueba cada 15 minutos. Si sigue así 72 horas, dejará de servirse.`,
    ],
    suspended: [
      `${domain} ya no se sirve`,
      `${domain} no respondió durante 72 horas, así que los clientes de ${agency} ya no llegan allí a su panel. En cuanto los registros vuelvan a ser correctos, se servirá de nuevo. Si no lo son en 30 días, el dominio se elimina.`,
    ],
    unpaid: [
      `${domain} ya no se sirve`,
      `El plan de pago de ${agency} terminó hace 14 días, así que los clientes ya no llegan a su panel en ${domain}. Con un plan se servirá de nuevo. Sin uno, el dominio se elimina a los 30 días.`,
    ],
    expired: [
      `${domain} se ha eliminado`,
      `${domain} no se sirvió durante 30 días y se eliminó de ${agency}. Puede configurarlo de nuevo cuando quiera.`,
    ],
    displaced: [
      `${domain} se ha eliminado`,
      `Otra persona ha demostrado por el DNS que ${domain} es suyo, así que se eliminó de ${agency}. Si es suyo, configúrelo de nuevo y añada el registro que se muestra.`,
    ],
  })[became] as [string, string];

export const spanish: Letters = {
  orOpen: 'O abre esta dirección: ',
  write: {
    magic_link: ({ url, minutes }, brandName) => ({
      subject: `Tu enlace de acceso a ${brandName}`,
      preview: `Sirve una sola vez, durante ${minutes} minutos.`,
      heading: `Iniciar sesión en ${brandName}`,
      paragraphs: [`Pulsa el botón para iniciar sesión. El enlace sirve una sola vez, durante ${minutes} minutos.`],
      action: { label: 'Iniciar sesión', url },
      footnote: `Alguien ha pedido un enlace de acceso para esta dirección. ${NOT_YOU}`,
    }),
    sign_in_code: ({ code, minutes }, brandName) => ({
      subject: `${code} es tu código de acceso a ${brandName}`,
      preview: `Sirve una sola vez, durante ${minutes} minutos.`,
      heading: `Iniciar sesión en ${brandName}`,
      paragraphs: [
        `Escribe este código donde estás iniciando sesión. Sirve una sola vez, durante ${minutes} minutos. No se lo digas a nadie.`,
      ],
      code,
      footnote: `Alguien ha pedido un código de acceso para esta dirección. ${NOT_YOU}`,
    }),
    reset_password: ({ url, minutes }, brandName) => ({
      subject: `Elige una nueva contraseña para ${brandName}`,
      preview: `El enlace sirve una sola vez, durante ${minutes} minutos.`,
      heading: 'Elige una nueva contraseña',
      paragraphs: [
        `Pulsa el botón para elegir una nueva contraseña. El enlace sirve una sola vez, durante ${minutes} minutos.`,
        'Se cerrará tu sesión en todos los demás sitios.',
      ],
      action: { label: 'Elegir una nueva contraseña', url },
      footnote: `Alguien ha pedido una nueva contraseña para esta dirección. ${NOT_YOU} Tu contraseña sigue siendo la misma.`,
    }),
    verify_email: ({ url, hours }, brandName) => ({
      subject: `Confirma tu dirección de correo para ${brandName}`,
      preview: 'Un clic y tu dirección queda confirmada.',
      heading: 'Confirma tu dirección de correo',
      paragraphs: [`Pulsa el botón para confirmar que esta dirección es tuya. El enlace sirve durante ${hours} horas.`],
      action: { label: 'Confirmar dirección', url },
      footnote: `Se ha creado una cuenta con esta dirección. ${NOT_YOU}`,
    }),
    password_changed: ({ name }, brandName) => ({
      subject: `Se ha cambiado tu contraseña de ${brandName}`,
      preview: 'Se han cerrado todas las demás sesiones.',
      heading: 'Se ha cambiado tu contraseña',
      paragraphs: [
        `${hello(name)}: la contraseña de tu cuenta se acaba de cambiar. Se han cerrado todas las demás sesiones.`,
      ],
      footnote: 'Si no has sido tú, pide ahora mismo una nueva contraseña en la página de acceso.',
    }),
    new_email: ({ code, minutes }, brandName) => ({
      subject: `${code} confirma tu nueva dirección de ${brandName}`,
      preview: `Sirve una sola vez, durante ${minutes} minutos.`,
      heading: 'Confirma tu nueva dirección',
      paragraphs: [
        `Escribe este código en la página de tu cuenta. A partir de entonces iniciarás sesión en ${brandName} con esta dirección. Sirve una sola vez, durante ${minutes} minutos. No se lo digas a nadie.`,
      ],
      code,
      footnote: `Alguien quiere iniciar sesión en ${brandName} con esta dirección a partir de ahora. ${NOT_YOU}`,
    }),
    new_email_taken: (_props, brandName) => ({
      subject: `Ya hay una cuenta con tu dirección en ${brandName}`,
      preview: 'Una dirección pertenece a una sola cuenta. No se ha cambiado nada.',
      heading: 'Tu dirección ya tiene una cuenta',
      paragraphs: [
        `Alguien que ha iniciado sesión en otra cuenta de ${brandName} quiere usar esta dirección para ella. Ya hay una cuenta con esta dirección, así que no se ha cambiado nada.`,
        'Si has sido tú: inicia sesión con esta dirección para usar esa cuenta. Para usar la dirección en la otra, cambia antes la dirección de esta o elimínala.',
      ],
      footnote: `A quien lo pidió no se le ha dicho que la dirección está en uso. ${NOT_YOU}`,
    }),
    email_changed: ({ name }, brandName) => ({
      subject: `Se ha cambiado tu dirección de correo de ${brandName}`,
      preview: 'A partir de ahora inicias sesión con otra dirección.',
      heading: 'Se ha cambiado tu dirección de correo',
      paragraphs: [
        `${hello(name)}: la dirección de correo de tu cuenta se acaba de cambiar. Se han cerrado todas las demás sesiones.`,
        'A partir de ahora inicias sesión con la nueva. Los enlaces, los códigos y las notificaciones llegan allí y ya no a esta. Una cuenta de Google con esta dirección ya no abre tu cuenta.',
      ],
      footnote: `Si no has sido tú, escribe ahora mismo a quien gestiona ${brandName}.`,
    }),
    workspace_invitation: ({ workspaceName, inviterName, url, days }, brandName) => ({
      subject: `${inviterName} te invita a ${workspaceName}`,
      preview: `Únete al espacio de trabajo en ${brandName}.`,
      heading: `Unirte a ${workspaceName}`,
      paragraphs: [
        `${inviterName} te invita a trabajar en el espacio de trabajo ${workspaceName} de ${brandName}.`,
        `La invitación es solo para esta dirección. Sirve una sola vez, durante ${days} días.`,
      ],
      action: { label: 'Abrir la invitación', url },
      footnote: 'Si no conoces a quien la envía, puedes ignorar este correo: sin él no pasa nada.',
    }),
    webhook_failing: ({ host, status, error, isPaused, url }, brandName) => ({
      subject: isPaused ? `Los eventos a ${host} están en pausa` : `No se pudieron entregar los eventos a ${host}`,
      preview: whyFailed(status, error),
      heading: isPaused ? 'Tu punto de recepción de eventos está en pausa' : 'No se pudieron entregar los eventos',
      paragraphs: isPaused
        ? [
            `${host} no acepta los eventos que envía ${brandName}. ${whyFailed(status, error)}`,
            'Ya no se le envía nada. Corrige el punto de recepción y reanúdalo después: lo que falta puede repetirse durante 30 días.',
          ]
        : [
            `${host} no aceptó un evento que envió ${brandName}. ${whyFailed(status, error)}`,
            'Cada evento se vuelve a intentar durante tres días. Tras cinco días sin una buena respuesta, el punto de recepción se pone en pausa.',
          ],
      ...(url === '' ? {} : { action: { label: 'Abrir los eventos', url } }),
      footnote: 'Recibes este correo como mucho una vez al día, como miembro del espacio de trabajo.',
    }),
    notification: ({ title, body, paragraphs = [], url }) => ({
      subject: title,
      preview: body,
      heading: title,
      paragraphs: [body, ...paragraphs],
      ...(url === '' ? {} : { action: { label: 'Abrir', url } }),
      footnote: 'Has elegido recibir avisos por correo. Puedes cambiarlo en las notificaciones.',
    }),
    contact_left: ({ agent, name, email, paragraphs, url }) => ({
      subject: `${name || email} ha dejado un mensaje`,
      preview: paragraphs[0] ?? `${agent} ha recibido un mensaje de ${name || email}.`,
      heading: `${name || email} ha dejado un mensaje`,
      paragraphs: [
        `${agent} ha recibido un mensaje de ${name || email}.`,
        ...paragraphs,
        `Las respuestas le llegan a ${email}.`,
      ],
      ...(url === '' ? {} : { action: { label: 'Abrir la conversación', url } }),
      footnote: `Los ajustes de ${agent} indican esta dirección para los mensajes de los visitantes.`,
    }),
    operator_reply: ({ operator, agent, paragraphs, earlier = [], url }) => ({
      subject: `${operator} le ha respondido`,
      preview: `${operator} le ha respondido en el chat con ${agent}.`,
      heading: `${operator} le ha respondido`,
      paragraphs: [
        `${operator} le ha respondido en el chat con ${agent}.`,
        ...paragraphs,
        ...(earlier.length === 0 ? [] : ['Antes en el chat:', ...earlier]),
      ],
      ...(url === '' ? {} : { action: { label: 'Continuar la conversación', url } }),
      footnote: `Dejó su dirección en el chat.${url === '' ? '' : ' El enlace abre su conversación durante 30 días; quien lo tenga puede leerla.'}`,
    }),
    export_ended: ({ workspaceName, isReady, url, days }) => ({
      subject: isReady
        ? `Tu exportación de ${workspaceName} está lista`
        : `No se ha podido crear tu exportación de ${workspaceName}`,
      preview: isReady
        ? `Puedes descargarla durante ${days} días en los ajustes del espacio de trabajo. Solo tú puedes abrirla.`
        : 'No se ha cambiado nada. Vuelve a pedirla en los ajustes del espacio de trabajo.',
      heading: isReady
        ? `Tu exportación de ${workspaceName} está lista`
        : `No se ha podido crear tu exportación de ${workspaceName}`,
      paragraphs: [
        isReady
          ? `Puedes descargarla durante ${days} días en los ajustes del espacio de trabajo. Solo tú puedes abrirla.`
          : 'No se ha cambiado nada. Vuelve a pedirla en los ajustes del espacio de trabajo.',
      ],
      ...(url === '' ? {} : { action: { label: 'Abrir ajustes', url } }),
      footnote:
        'Has pedido un archivo con todo lo que hay en este espacio de trabajo. Si no has sido tú, alguien ha iniciado sesión con tu nombre: cierra tus sesiones y elige una contraseña nueva.',
    }),
    log_entry: ({ type, channel, content }, brandName) => ({
      subject: `Entrada de registro: ${type}`,
      preview: content,
      heading: `Entrada de registro: ${type}`,
      paragraphs: [...(channel === '' ? [] : [`Canal: ${channel}`]), content],
      footnote: `Una integración de tu espacio de trabajo en ${brandName} escribió esta entrada y pidió enviarla por correo.`,
    }),
    client_invitation: ({ clientName, email, url, hours }, brandName) => ({
      subject: `Tu panel en ${brandName}`,
      preview: `Inicia sesión como ${email}.`,
      heading: `Te damos la bienvenida a ${brandName}`,
      paragraphs: [
        `${hello(clientName)}: se ha preparado un panel para ti en ${brandName}. Inicia sesión como ${email}.`,
        `El botón inicia tu sesión una sola vez, en un plazo de ${hours} horas. Después entras con tu contraseña o pides en esa página un código de acceso por correo.`,
      ],
      action: { label: 'Iniciar sesión', url },
      footnote: 'Si no lo esperabas, puedes ignorar este correo: sin él no pasa nada.',
    }),
    client_login_code: ({ code, minutes, url }, brandName) => ({
      subject: `${code} es tu código de acceso a ${brandName}`,
      preview: `Sirve una sola vez, durante ${minutes} minutos.`,
      heading: `Iniciar sesión en ${brandName}`,
      paragraphs: [
        `Escribe este código donde estás iniciando sesión o pulsa el botón. Ambos sirven una sola vez, durante ${minutes} minutos. No le digas el código a nadie.`,
      ],
      code,
      action: { label: 'Iniciar sesión', url },
      footnote: `Alguien ha pedido un código de acceso para esta dirección. ${NOT_YOU}`,
    }),
    client_new_email: ({ clientName, code, minutes }, brandName) => ({
      subject: `${code} confirma tu nueva dirección de ${brandName}`,
      preview: `Sirve una sola vez, durante ${minutes} minutos.`,
      heading: 'Confirma tu nueva dirección',
      paragraphs: [
        `Hola, ${clientName}: escribe este código en tu panel. A partir de entonces iniciarás sesión en ${brandName} con esta dirección. Sirve una sola vez, durante ${minutes} minutos. No se lo digas a nadie.`,
      ],
      code,
      footnote: `Alguien quiere iniciar sesión en ${brandName} con esta dirección a partir de ahora. ${NOT_YOU}`,
    }),
    client_password_changed: ({ clientName, byAgency, contact, url }, brandName) => ({
      subject: `Se ha cambiado tu contraseña de ${brandName}`,
      preview: byAgency ? 'Se han cerrado todas las sesiones.' : 'Se han cerrado todas las demás sesiones.',
      heading: 'Se ha cambiado tu contraseña',
      paragraphs: byAgency
        ? [
            `${hello(clientName)}: ${brandName} acaba de dar una nueva contraseña a tu panel. Se han cerrado todas las sesiones.`,
            'Pídesela, o pide en la página de acceso un código de acceso por correo.',
          ]
        : [
            `${hello(clientName)}: la contraseña de tu panel se acaba de cambiar. Se han cerrado todas las demás sesiones.`,
          ],
      ...(url === '' ? {} : { action: { label: 'Iniciar sesión', url } }),
      footnote: byAgency
        ? `Si tienes preguntas sobre esto, escribe a ${contact}.`
        : `Si no has sido tú, inicia sesión con un código de acceso por correo, elige ahora mismo una nueva contraseña y escribe a ${contact}.`,
    }),
    client_email_changed: ({ clientName, byAgency, contact }, brandName) => ({
      subject: `Se ha cambiado tu dirección de correo de ${brandName}`,
      preview: 'A partir de ahora inicias sesión con otra dirección.',
      heading: 'Se ha cambiado tu dirección de correo',
      paragraphs: [
        byAgency
          ? `${hello(clientName)}: ${brandName} acaba de cambiar la dirección de correo de tu panel.`
          : `${hello(clientName)}: la dirección de correo de tu panel se acaba de cambiar.`,
        'A partir de ahora inicias sesión con la nueva. Los códigos y las notificaciones llegan allí y ya no a esta.',
      ],
      footnote: `Si no has sido tú, escribe ahora mismo a ${contact}.`,
    }),
    client_feedback: ({ name, email, paragraphs, files }, brandName) => ({
      subject: `Comentarios de ${name === '' ? email : name}`,
      preview: paragraphs[0] ?? '',
      heading: `Comentarios de ${name === '' ? email : name}`,
      paragraphs: [
        ...paragraphs,
        ...(files.length === 0 ? [] : ['Archivos:', ...files]),
        `Las respuestas le llegan a ${email}.`,
      ],
      footnote: `Escrito en el panel de ${brandName} y enviado a tu dirección de asistencia.`,
    }),
    dns_instructions: ({ domain, records, purpose }, brandName) => ({
      subject: `Registros DNS para ${domain}`,
      preview: `${brandName} le pide que los añada en su proveedor.`,
      heading: `Registros DNS para ${domain}`,
      paragraphs: [
        `${brandName} le pide que añada estos registros en el proveedor que gestiona ${domain}, ${purpose === 'custom' ? 'para que sus clientes lleguen allí' : 'para que sus correos puedan enviarse desde allí'}.`,
        SET_UP,
      ],
      records: linesOf(RECORD, records),
      footnote: `Alguien de ${brandName} envió los registros a esta dirección. Si no gestiona ${domain}, puede ignorar este correo.`,
    }),
    dns_reminder: ({ domain, agencyName, records, url, stopUrl, purpose }, brandName) => ({
      subject: `Aún faltan registros de ${domain}`,
      preview:
        purpose === 'custom'
          ? 'Hasta que estén, los clientes no llegan por este dominio.'
          : 'Hasta que estén, los correos llegan de otra dirección.',
      heading: `Aún faltan registros de ${domain}`,
      paragraphs: [
        `Configuró ${domain} para ${agencyName}. Estos registros aún no se han encontrado o tienen otro valor:`,
      ],
      records: linesOf(RECORD, records),
      ...(url === ''
        ? {}
        : { action: { label: 'Abrir la configuración', url }, aside: { label: 'No recordármelo más', url: stopUrl } }),
      footnote: `Recibe este correo porque configuró ${domain} en ${brandName}. Llegan dos como máximo.`,
    }),
    custom_domain: ({ domain, agencyName, became, url }, brandName) => {
      const [heading, text] = domainWords(became, domain, agencyName);
      return {
        ...{ subject: heading, preview: agencyName, heading, paragraphs: [text] },
        ...(url === '' ? {} : { action: { label: 'Abrir la configuración', url } }),
        footnote: `Recibe este correo porque es propietario de ${agencyName}, que configuró ${domain} en ${brandName}.`,
      };
    },
    payment_overdue: ({ workspaceName, sum, endsOn, which, isClient, url }, brandName) => {
      const heading =
        which === 0
          ? `Tu pago de ${sum} no se ha realizado`
          : which < 3
            ? `Tu pago de ${sum} sigue pendiente`
            : `Último aviso: tu plan termina el ${endsOn}`;
      return {
        ...{ subject: heading, preview: `Todo sigue igual hasta el ${endsOn}.`, heading },
        paragraphs: [
          `No se ha podido cobrar la renovación del plan de ${workspaceName}, ${sum}. Volveremos a intentarlo con la tarjeta en los próximos días; también puedes pagar ahora, con esta tarjeta o con otra.`,
          isClient
            ? `Hasta el ${endsOn} se mantienen tu plan y los créditos que tienes. Los créditos del nuevo mes llegan cuando se pague.`
            : `Hasta el ${endsOn} todo sigue igual: tus agentes, tus límites y los créditos que tienes. Los créditos del nuevo mes llegan cuando se pague.`,
          isClient
            ? `Si no se paga antes del ${endsOn}, el plan termina y la factura queda anulada. No se borra nada y los créditos se conservan.`
            : `Si no se paga antes del ${endsOn}, el plan termina, la factura queda anulada y el espacio de trabajo sigue en el plan gratuito. No se borra nada y los créditos se conservan.`,
        ],
        ...(url === '' ? {} : { action: { label: 'Pagar ahora', url } }),
        footnote: `Recibes este correo porque puedes pagar por ${workspaceName} en ${brandName}. Después del cuarto no llega ninguno más.`,
      };
    },
    recharge_paused: ({ workspaceName, why, isSeller, url }, brandName) => {
      const heading = `La recarga automática de ${workspaceName} está en pausa`;
      const reasons = {
        declined: 'La tarjeta fue rechazada tres veces, así que ya no lo intentamos.',
        holder_needed:
          'El banco quiere que el titular de la tarjeta confirme el pago, y eso no es posible cuando cobramos automáticamente.',
        card_refused: 'El banco indica que ya no se debe cobrar a esta tarjeta.',
      };
      return {
        ...{ subject: heading, preview: 'No se compran créditos hasta que alguien lo revise.', heading },
        paragraphs: [
          reasons[why],
          isSeller
            ? `${workspaceName} volverá a comprar créditos cuando alguien de allí lo intente de nuevo o añada otra tarjeta: ya se les ha avisado en tu nombre. Sus agentes responden mientras queden créditos. Puedes transferirle algunos de los tuyos.`
            : 'No se compran créditos hasta que lo intentes de nuevo o añadas otra tarjeta. Tus agentes responden mientras queden créditos.',
        ],
        ...(url === '' ? {} : { action: { label: isSeller ? 'Abrir la organización' : 'Abrir facturación', url } }),
        footnote: isSeller
          ? `Recibes este correo porque ${workspaceName} compra créditos de tu espacio de trabajo en ${brandName}.`
          : `Recibes este correo porque puedes pagar por ${workspaceName} en ${brandName}.`,
      };
    },
  },
};
