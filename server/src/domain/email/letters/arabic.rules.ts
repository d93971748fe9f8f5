import type { DomainBecame, Letters } from '../email.ports.ts';
import { linesOf } from './record-lines.rules.ts';

const NOT_YOU = 'إن لم تكن أنت من طلب ذلك، فيمكنك تجاهل هذه الرسالة: لن يحدث شيء من دونها.';
const hello = (name: string) => (name === '' ? 'مرحبًا' : `مرحبًا ${name}`);

/** From 3 to 10 the plural, above it the singular. */
const counted = (one: string, few: string) => (count: number) => `${count} ${count >= 3 && count <= 10 ? few : one}`;
const minutesOf = counted('دقيقة', 'دقائق');
const hoursOf = counted('ساعة', 'ساعات');
const daysOf = counted('يومًا', 'أيام');

const whyFailed = (status: number | null, error: string) =>
  status === null ? `لم يصل أي رد: ${error}` : `كان الرد ${status}.`;

const RECORD = { type: 'النوع', name: 'الاسم', value: 'القيمة', priority: 'الأولوية' };
const SET_UP =
  'انسخ كل قيمة كما هي. يضيف كثير من المزوّدين النطاق إلى الاسم بأنفسهم: لا تكتبه في هذه الحالة. قد يستغرق الأمر 24-48 ساعة حتى يرى الجميع التغيير.';

const domainWords = (became: DomainBecame, domain: string, agency: string): [heading: string, text: string] =>
  ({
    live: [
      `${domain} يعمل الآن`,
      `يصل عملاء ${agency} إلى لوحاتهم عبر ${domain} من الآن فصاعدًا، وتقودهم الرسائل إلى هناك.`,
    ],
    failing: [
      `تعذّر الوصول إلى ${domain}`,
      `لم يردّ ${domain}، الذي يصل عبره عملاء ${agency} إلى لوحاتهم، مرتين متتاليتين. يُفحص كل 15 دقيقة. إن بقي كذلك 72 ساعة فلن يُعرض شيء عليه.`,
    ],
    suspended: [
      `لم يعد ${domain} يعمل`,
      `تعذّر الوصول إلى ${domain} طوال 72 ساعة، فلم يعد عملاء ${agency} يصلون إلى لوحاتهم عبره. يعود للعمل حالما تصبح سجلاته صحيحة. إن لم تصبح كذلك خلال 30 يومًا فسيُزال النطاق.`,
    ],
    unpaid: [
      `لم يعد ${domain} يعمل`,
      `انتهت خطة ${agency} المدفوعة قبل 14 يومًا، فلم يعد العملاء يصلون إلى لوحاتهم عبر ${domain}. يعود للعمل مع خطة مدفوعة. من دونها يُزال النطاق بعد 30 يومًا.`,
    ],
    expired: [`أُزيل ${domain}`, `لم يعمل ${domain} طوال 30 يومًا فأُزيل من ${agency}. يمكنك إعداده من جديد في أي وقت.`],
    displaced: [
      `أُزيل ${domain}`,
      `أثبت شخص آخر عبر DNS أن ${domain} له، فأُزيل من ${agency}. إن كان لك فأعدّه من جديد وأضف السجل المعروض.`,
    ],
  })[became] as [string, string];

export const arabic: Letters = {
  orOpen: 'أو افتح هذا العنوان: ',
  write: {
    magic_link: ({ url, minutes }, brandName) => ({
      subject: `رابط دخولك إلى ${brandName}`,
      preview: `يعمل مرة واحدة، لمدة ${minutesOf(minutes)}.`,
      heading: `تسجيل الدخول إلى ${brandName}`,
      paragraphs: [`اضغط الزر لتسجيل الدخول. يعمل الرابط مرة واحدة، لمدة ${minutesOf(minutes)}.`],
      action: { label: 'تسجيل الدخول', url },
      footnote: `طلب أحدهم رابط دخول لهذا العنوان. ${NOT_YOU}`,
    }),
    sign_in_code: ({ code, minutes }, brandName) => ({
      subject: `${code} هو رمز دخولك إلى ${brandName}`,
      preview: `يعمل مرة واحدة، لمدة ${minutesOf(minutes)}.`,
      heading: `تسجيل الدخول إلى ${brandName}`,
      paragraphs: [`اكتب هذا الرمز حيث تسجّل الدخول. يعمل مرة واحدة، لمدة ${minutesOf(minutes)}. لا تخبر به أحدًا.`],
      code,
      footnote: `طلب أحدهم رمز دخول لهذا العنوان. ${NOT_YOU}`,
    }),
    reset_password: ({ url, minutes }, brandName) => ({
      subject: `اختر كلمة مرور جديدة لحسابك في ${brandName}`,
      preview: `يعمل الرابط مرة واحدة، لمدة ${minutesOf(minutes)}.`,
      heading: 'اختر كلمة مرور جديدة',
      paragraphs: [
        `اضغط الزر لاختيار كلمة مرور جديدة. يعمل الرابط مرة واحدة، لمدة ${minutesOf(minutes)}.`,
        'سيُسجَّل خروجك من كل مكان آخر.',
      ],
      action: { label: 'اختيار كلمة مرور جديدة', url },
      footnote: `طلب أحدهم كلمة مرور جديدة لهذا العنوان. ${NOT_YOU} تبقى كلمة مرورك كما هي.`,
    }),
    verify_email: ({ url, hours }, brandName) => ({
      subject: `أكّد عنوان بريدك الإلكتروني لدى ${brandName}`,
      preview: 'ضغطة واحدة ويصبح عنوانك مؤكدًا.',
      heading: 'أكّد عنوان بريدك الإلكتروني',
      paragraphs: [`اضغط الزر لتأكيد أن هذا العنوان لك. يعمل الرابط لمدة ${hoursOf(hours)}.`],
      action: { label: 'تأكيد العنوان', url },
      footnote: `أُنشئ حساب بهذا العنوان. ${NOT_YOU}`,
    }),
    password_changed: ({ name }, brandName) => ({
      subject: `تم تغيير كلمة مرورك لدى ${brandName}`,
      preview: 'أُنهيت كل الجلسات الأخرى.',
      heading: 'تم تغيير كلمة مرورك',
      paragraphs: [`${hello(name)}، تم تغيير كلمة مرور حسابك للتو. أُنهيت كل الجلسات الأخرى.`],
      footnote: 'إن لم تكن أنت من فعل ذلك، فاطلب فورًا كلمة مرور جديدة من صفحة تسجيل الدخول.',
    }),
    new_email: ({ code, minutes }, brandName) => ({
      subject: `${code} يؤكد عنوانك الجديد لدى ${brandName}`,
      preview: `يعمل مرة واحدة، لمدة ${minutesOf(minutes)}.`,
      heading: 'أكّد عنوانك الجديد',
      paragraphs: [
        `اكتب هذا الرمز في صفحة حسابك. بعد ذلك ستسجّل دخولك إلى ${brandName} بهذا العنوان. يعمل مرة واحدة، لمدة ${minutesOf(minutes)}. لا تخبر أحدًا به.`,
      ],
      code,
      footnote: `يريد أحدهم تسجيل الدخول إلى ${brandName} بهذا العنوان من الآن فصاعدًا. ${NOT_YOU}`,
    }),
    new_email_taken: (_props, brandName) => ({
      subject: `يوجد حساب بعنوانك لدى ${brandName} بالفعل`,
      preview: 'العنوان لحساب واحد فقط. لم يتغيّر شيء.',
      heading: 'لعنوانك حساب بالفعل',
      paragraphs: [
        `يريد شخص سجّل الدخول بحساب آخر لدى ${brandName} أن يستخدم هذا العنوان لذلك الحساب. يوجد حساب بهذا العنوان بالفعل، لذلك لم يتغيّر شيء.`,
        'إن كنت أنت: فسجّل الدخول بهذا العنوان لاستخدام حسابه. ولاستخدام العنوان للحساب الآخر، غيّر أولًا عنوان هذا الحساب أو احذفه.',
      ],
      footnote: `لم يُخبَر من طلب ذلك بأن العنوان مستخدَم. ${NOT_YOU}`,
    }),
    email_changed: ({ name }, brandName) => ({
      subject: `تم تغيير عنوان بريدك الإلكتروني لدى ${brandName}`,
      preview: 'من الآن تسجّل الدخول بعنوان آخر.',
      heading: 'تم تغيير عنوان بريدك الإلكتروني',
      paragraphs: [
        `${hello(name)}، تم تغيير عنوان البريد الإلكتروني لحسابك للتو. أُنهيت كل الجلسات الأخرى.`,
        'من الآن تسجّل الدخول بالعنوان الجديد. تُرسل الروابط والرموز والإشعارات إليه، ولا تُرسل إلى هذا العنوان بعد الآن. ولم يعد حساب Google بهذا العنوان يفتح حسابك.',
      ],
      footnote: `إن لم تكن أنت من فعل ذلك، فاكتب فورًا إلى من يدير ${brandName}.`,
    }),
    workspace_invitation: ({ workspaceName, inviterName, url, days }, brandName) => ({
      subject: `يدعوك ${inviterName} إلى ${workspaceName}`,
      preview: `انضم إلى مساحة العمل على ${brandName}.`,
      heading: `الانضمام إلى ${workspaceName}`,
      paragraphs: [
        `يدعوك ${inviterName} إلى العمل في مساحة العمل ${workspaceName} على ${brandName}.`,
        `الدعوة لهذا العنوان وحده. تعمل مرة واحدة، لمدة ${daysOf(days)}.`,
      ],
      action: { label: 'فتح الدعوة', url },
      footnote: 'إن كنت لا تعرف المرسل، فيمكنك تجاهل هذه الرسالة: لن يحدث شيء من دونها.',
    }),
    webhook_failing: ({ host, status, error, isPaused, url }, brandName) => ({
      subject: isPaused ? `الأحداث إلى ${host} متوقفة مؤقتًا` : `تعذّر تسليم الأحداث إلى ${host}`,
      preview: whyFailed(status, error),
      heading: isPaused ? 'نقطة استقبال الأحداث متوقفة مؤقتًا' : 'تعذّر تسليم الأحداث',
      paragraphs: isPaused
        ? [
            `لا تقبل ${host} الأحداث التي ترسلها ${brandName}. ${whyFailed(status, error)}`,
            'لم يعد يُرسل إليها شيء. أصلح نقطة الاستقبال ثم استأنفها: يمكن إعادة ما فات لمدة 30 يومًا.',
          ]
        : [
            `لم تقبل ${host} حدثًا أرسلته ${brandName}. ${whyFailed(status, error)}`,
            'تُعاد محاولة كل حدث لمدة ثلاثة أيام. بعد خمسة أيام من دون رد سليم تتوقف نقطة الاستقبال مؤقتًا.',
          ],
      ...(url === '' ? {} : { action: { label: 'فتح الأحداث', url } }),
      footnote: 'تصلك هذه الرسالة مرة في اليوم على الأكثر، بصفتك عضوًا في مساحة العمل.',
    }),
    notification: ({ title, body, paragraphs = [], url }) => ({
      subject: title,
      preview: body,
      heading: title,
      paragraphs: [body, ...paragraphs],
      ...(url === '' ? {} : { action: { label: 'فتح', url } }),
      footnote: 'اخترت أن تُبلَّغ بالبريد الإلكتروني. يمكنك تغيير ذلك من الإشعارات.',
    }),
    contact_left: ({ agent, name, email, paragraphs, url }) => ({
      subject: `ترك ${name || email} رسالة`,
      preview: paragraphs[0] ?? `تلقّى ${agent} رسالة من ${name || email}.`,
      heading: `ترك ${name || email} رسالة`,
      paragraphs: [`تلقّى ${agent} رسالة من ${name || email}.`, ...paragraphs, `تصله الردود على ${email}.`],
      ...(url === '' ? {} : { action: { label: 'فتح المحادثة', url } }),
      footnote: `تحدد إعدادات ${agent} هذا العنوان لرسائل الزوار.`,
    }),
    operator_reply: ({ operator, agent, paragraphs, earlier = [], url }) => ({
      subject: `ردّ عليك ${operator}`,
      preview: `ردّ عليك ${operator} في الدردشة مع ${agent}.`,
      heading: `ردّ عليك ${operator}`,
      paragraphs: [
        `ردّ عليك ${operator} في الدردشة مع ${agent}.`,
        ...paragraphs,
        ...(earlier.length === 0 ? [] : ['ما سبق في الدردشة:', ...earlier]),
      ],
      ...(url === '' ? {} : { action: { label: 'متابعة المحادثة', url } }),
      footnote: `تركت عنوانك في الدردشة.${url === '' ? '' : ' يفتح الرابط محادثتك لمدة 30 يومًا، ومن لديه الرابط يمكنه قراءتها.'}`,
    }),
    export_ended: ({ workspaceName, isReady, url, days }) => ({
      subject: isReady ? `أرشيف ${workspaceName} الذي طلبته جاهز` : `تعذّر إنشاء أرشيف ${workspaceName} الذي طلبته`,
      preview: isReady
        ? `يمكنك تنزيله خلال ${days} أيام من إعدادات مساحة العمل. لا يمكن لأحد غيرك فتحه.`
        : 'لم يتغيّر شيء. اطلبه مرة أخرى من إعدادات مساحة العمل.',
      heading: isReady ? `أرشيف ${workspaceName} الذي طلبته جاهز` : `تعذّر إنشاء أرشيف ${workspaceName} الذي طلبته`,
      paragraphs: [
        isReady
          ? `يمكنك تنزيله خلال ${days} أيام من إعدادات مساحة العمل. لا يمكن لأحد غيرك فتحه.`
          : 'لم يتغيّر شيء. اطلبه مرة أخرى من إعدادات مساحة العمل.',
      ],
      ...(url === '' ? {} : { action: { label: 'فتح الإعدادات', url } }),
      footnote:
        'لقد طلبت أرشيفًا لكل ما في مساحة العمل هذه. إن لم تكن أنت، فقد سجّل شخص ما الدخول باسمك: أنهِ جلساتك واختر كلمة مرور جديدة.',
    }),
    log_entry: ({ type, channel, content }, brandName) => ({
      subject: `إدخال في السجل: ${type}`,
      preview: content,
      heading: `إدخال في السجل: ${type}`,
      paragraphs: [...(channel === '' ? [] : [`القناة: ${channel}`]), content],
      footnote: `كتب تكاملٌ في مساحة عملك على ${brandName} هذا الإدخال وطلب إرساله بالبريد الإلكتروني.`,
    }),
    client_invitation: ({ clientName, email, url, hours }, brandName) => ({
      subject: `لوحة التحكم الخاصة بك لدى ${brandName}`,
      preview: `سجّل الدخول باسم ${email}.`,
      heading: `أهلًا بك لدى ${brandName}`,
      paragraphs: [
        `${hello(clientName)}، أُعدّت لك لوحة تحكم لدى ${brandName}. سجّل الدخول باسم ${email}.`,
        `يسجّل الزر دخولك مرة واحدة خلال ${hoursOf(hours)}. بعد ذلك تسجّل الدخول بكلمة مرورك، أو تطلب من تلك الصفحة رمز دخول بالبريد الإلكتروني.`,
      ],
      action: { label: 'تسجيل الدخول', url },
      footnote: 'إن لم تكن تتوقع هذه الرسالة، فيمكنك تجاهلها: لن يحدث شيء من دونها.',
    }),
    client_login_code: ({ code, minutes, url }, brandName) => ({
      subject: `${code} هو رمز دخولك إلى ${brandName}`,
      preview: `يعمل مرة واحدة، لمدة ${minutesOf(minutes)}.`,
      heading: `تسجيل الدخول إلى ${brandName}`,
      paragraphs: [
        `اكتب هذا الرمز حيث تسجّل الدخول، أو اضغط الزر. يعمل كل منهما مرة واحدة، لمدة ${minutesOf(minutes)}. لا تخبر أحدًا بالرمز.`,
      ],
      code,
      action: { label: 'تسجيل الدخول', url },
      footnote: `طلب أحدهم رمز دخول لهذا العنوان. ${NOT_YOU}`,
    }),
    client_new_email: ({ clientName, code, minutes }, brandName) => ({
      subject: `${code} يؤكد عنوانك الجديد لدى ${brandName}`,
      preview: `يعمل مرة واحدة، لمدة ${minutesOf(minutes)}.`,
      heading: 'أكّد عنوانك الجديد',
      paragraphs: [
        `مرحبًا ${clientName}، اكتب هذا الرمز في لوحة تحكمك. بعد ذلك ستسجّل دخولك إلى ${brandName} بهذا العنوان. يعمل مرة واحدة، لمدة ${minutesOf(minutes)}. لا تخبر أحدًا به.`,
      ],
      code,
      footnote: `يريد أحدهم تسجيل الدخول إلى ${brandName} بهذا العنوان من الآن فصاعدًا. ${NOT_YOU}`,
    }),
    client_password_changed: ({ clientName, byAgency, contact, url }, brandName) => ({
      subject: `تم تغيير كلمة مرورك لدى ${brandName}`,
      preview: byAgency ? 'أُنهيت كل الجلسات.' : 'أُنهيت كل الجلسات الأخرى.',
      heading: 'تم تغيير كلمة مرورك',
      paragraphs: byAgency
        ? [
            `${hello(clientName)}، وضعت ${brandName} كلمة مرور جديدة للوحة تحكمك للتو. أُنهيت كل الجلسات.`,
            'اطلبها منهم، أو اطلب رمز دخول بالبريد الإلكتروني من صفحة تسجيل الدخول.',
          ]
        : [`${hello(clientName)}، تم تغيير كلمة مرور لوحة تحكمك للتو. أُنهيت كل الجلسات الأخرى.`],
      ...(url === '' ? {} : { action: { label: 'تسجيل الدخول', url } }),
      footnote: byAgency
        ? `إن كانت لديك أسئلة عن ذلك، فاكتب إلى ${contact}.`
        : `إن لم تكن أنت من فعل ذلك، فسجّل الدخول برمز دخول بالبريد الإلكتروني، واختر فورًا كلمة مرور جديدة، واكتب إلى ${contact}.`,
    }),
    client_email_changed: ({ clientName, byAgency, contact }, brandName) => ({
      subject: `تم تغيير عنوان بريدك الإلكتروني لدى ${brandName}`,
      preview: 'من الآن تسجّل الدخول بعنوان آخر.',
      heading: 'تم تغيير عنوان بريدك الإلكتروني',
      paragraphs: [
        byAgency
          ? `${hello(clientName)}، غيّرت ${brandName} عنوان البريد الإلكتروني للوحة تحكمك للتو.`
          : `${hello(clientName)}، تم تغيير عنوان البريد الإلكتروني للوحة تحكمك للتو.`,
        'من الآن تسجّل الدخول بالعنوان الجديد. تُرسل الرموز والإشعارات إليه، ولا تُرسل إلى هذا العنوان بعد الآن.',
      ],
      footnote: `إن لم تكن أنت من فعل ذلك، فاكتب فورًا إلى ${contact}.`,
    }),
    client_feedback: ({ name, email, paragraphs, files }, brandName) => ({
      subject: `ملاحظات من ${name === '' ? email : name}`,
      preview: paragraphs[0] ?? '',
      heading: `ملاحظات من ${name === '' ? email : name}`,
      paragraphs: [...paragraphs, ...(files.length === 0 ? [] : ['الملفات:', ...files]), `تصلهم الردود على ${email}.`],
      footnote: `كُتبت في لوحة تحكم ${brandName} وأُرسلت إلى عنوان الدعم الخاص بك.`,
    }),
    dns_instructions: ({ domain, records, purpose }, brandName) => ({
      subject: `سجلات DNS للنطاق ${domain}`,
      preview: `تطلب منك ${brandName} إضافتها لدى مزوّدك.`,
      heading: `سجلات DNS للنطاق ${domain}`,
      paragraphs: [
        `تطلب منك ${brandName} إضافة هذه السجلات لدى المزوّد الذي يدير ${domain}، ${purpose === 'custom' ? 'حتى يصل إليها عملاؤها عبره' : 'حتى يمكن إرسال رسائلها منه'}.`,
        SET_UP,
      ],
      records: linesOf(RECORD, records),
      footnote: `أرسل أحدهم في ${brandName} السجلات إلى هذا العنوان. إن كنت لا تدير ${domain}، فيمكنك تجاهل هذه الرسالة.`,
    }),
    dns_reminder: ({ domain, agencyName, records, url, stopUrl, purpose }, brandName) => ({
      subject: `ما زالت سجلات ${domain} ناقصة`,
      preview:
        purpose === 'custom'
          ? 'حتى تكتمل، لا يصل العملاء إليك عبر هذا النطاق.'
          : 'حتى تكتمل، تصل الرسائل من عنوان آخر.',
      heading: `ما زالت سجلات ${domain} ناقصة`,
      paragraphs: [`أعددت ${domain} من أجل ${agencyName}. لم يُعثر على هذه السجلات بعد، أو لها قيمة أخرى:`],
      records: linesOf(RECORD, records),
      ...(url === '' ? {} : { action: { label: 'فتح الإعدادات', url }, aside: { label: 'لا تذكّرني', url: stopUrl } }),
      footnote: `تصلك هذه الرسالة لأنك أعددت ${domain} لدى ${brandName}. تصل رسالتان منها على الأكثر.`,
    }),
    custom_domain: ({ domain, agencyName, became, url }, brandName) => {
      const [heading, text] = domainWords(became, domain, agencyName);
      return {
        ...{ subject: heading, preview: agencyName, heading, paragraphs: [text] },
        ...(url === '' ? {} : { action: { label: 'فتح الإعدادات', url } }),
        footnote: `تصلك هذه الرسالة لأنك تملك ${agencyName}، التي أعدّت ${domain} لدى ${brandName}.`,
      };
    },
    payment_overdue: ({ workspaceName, sum, endsOn, which, isClient, url }, brandName) => {
      const heading =
        which === 0
          ? `لم تنجح دفعتك بقيمة ${sum}`
          : which < 3
            ? `ما زالت دفعتك بقيمة ${sum} مفتوحة`
            : `تذكير أخير: تنتهي خطتك في ${endsOn}`;
      return {
        ...{ subject: heading, preview: `يبقى كل شيء كما هو حتى ${endsOn}.`, heading },
        paragraphs: [
          `تعذّر تحصيل ${sum} لتجديد خطة ${workspaceName}. سنحاول مع البطاقة مجددًا في الأيام القادمة، ويمكنك أيضًا الدفع الآن بهذه البطاقة أو بغيرها.`,
          isClient
            ? `حتى ${endsOn} تبقى خطتك والأرصدة التي لديك. تصل أرصدة الشهر الجديد عند الدفع.`
            : `حتى ${endsOn} يبقى كل شيء: وكلاؤك وحدودك والأرصدة التي لديك. تصل أرصدة الشهر الجديد عند الدفع.`,
          isClient
            ? `إن لم يتم الدفع حتى ${endsOn} فستنتهي الخطة وتُلغى الفاتورة. لا يُحذف شيء، وتبقى الأرصدة.`
            : `إن لم يتم الدفع حتى ${endsOn} فستنتهي الخطة وتُلغى الفاتورة وتستمر مساحة العمل على الخطة المجانية. لا يُحذف شيء، وتبقى الأرصدة.`,
        ],
        ...(url === '' ? {} : { action: { label: 'ادفع الآن', url } }),
        footnote: `تصلك هذه الرسالة لأنه يمكنك الدفع عن ${workspaceName} لدى ${brandName}. بعد الرابعة لا تصل رسائل أخرى.`,
      };
    },
    recharge_paused: ({ workspaceName, why, isSeller, url }, brandName) => {
      const heading = `إعادة الشحن التلقائي لـ ${workspaceName} متوقفة مؤقتًا`;
      const reasons = {
        declined: 'رُفضت البطاقة ثلاث مرات، لذلك لن نحاول مرة أخرى.',
        holder_needed: 'يطلب البنك أن يؤكد صاحب البطاقة الدفع، ولا يمكن ذلك عندما نخصم تلقائيًا.',
        card_refused: 'يقول البنك إنه لا يجوز الخصم من هذه البطاقة بعد الآن.',
      };
      return {
        ...{ subject: heading, preview: 'لا يتم شراء أي رصيد حتى يراجع أحد الأمر.', heading },
        paragraphs: [
          reasons[why],
          isSeller
            ? `لن يُباع رصيد إلى ${workspaceName} حتى يحاول المسؤولون فيها مرة أخرى أو يضيفوا بطاقة أخرى، وقد أُبلغوا بذلك باسمك. يستمر وكلاؤها في الرد ما دام هناك رصيد. يمكنك تحويل بعض رصيدك إليها.`
            : 'لا يتم شراء أي رصيد حتى تحاول مرة أخرى أو تضيف بطاقة أخرى. يستمر وكلاؤك في الرد ما دام هناك رصيد.',
        ],
        ...(url === '' ? {} : { action: { label: isSeller ? 'فتح المؤسسة' : 'فتح الفوترة', url } }),
        footnote: isSeller
          ? `تصلك هذه الرسالة لأن ${workspaceName} تشتري رصيدًا من مساحة عملك لدى ${brandName}.`
          : `تصلك هذه الرسالة لأنه يمكنك الدفع عن ${workspaceName} لدى ${brandName}.`,
      };
    },
  },
};
