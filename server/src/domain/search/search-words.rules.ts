const list = (...words: string[]) => new Set(words.join(' ').split(/\s+/));

/** Words by which a question leans on what was said before: pronouns and "and what about". In lower case. */
export const anaphors: ReadonlySet<string> = list(
  'it its they them their theirs this that these those he him his she her hers there then one ones such same former latter',
  'another else also too instead both either neither other others',
  'er sie es ihn ihm ihr ihre sein seine dies diese dieser dieses das dort davon dazu dafür damit darüber auch sonst',
  'él ella ello ellos ellas lo la los las su sus este esta esto estos estas eso esa esos esas aquel allí también',
  'il elle ils elles lui leur leurs ce cet cette ces cela ça y en là aussi',
  'esso essa essi esse lui lei loro suo sua suoi questo questa questi queste quello quella ci ne anche',
  'ele ela eles elas isso isto esse essa este esta deles dela dele seu sua também',
  'hij zij het hun hen zijn haar dit dat deze die daar daarvan ook',
  'он она оно они его её их ему это этот эта эти тот там тоже также',
  'bu şu o bunu onu bunlar onlar bunun onun orada da de',
  'on ona ono oni one jego jej ich to ten ta te tam też',
  'هو هي هم هذا هذه ذلك تلك هناك أيضا',
);

/** Words that ask but do not name what is asked for. They count little, however rare they are in the documents. */
export const fillers: ReadonlySet<string> = list(
  'please tell know want wants wanted need needs would could may might must shall like say said says give gave get gets got getting',
  'explain describe show let lets help find out many much lot lots really actually just maybe thing things something anything',
  'everything someone anyone way ways kind kinds sort okay ok yes yeah no hi hello hey thanks thank sure well wonder wondering curious',
  'interested info information detail details tell think mean means meaning happen happens happened possible question ask asking',
  'go goes going come comes coming',
  'make makes made take takes use using used able example examples exactly still ever already anyway good great',
  'im ive id whats hows thats dont doesnt cant isnt arent wont anymore',
  'bitte sag sagen wissen möchte möchten will wollen brauche brauchen gibt geben bekomme bekommen hilfe helfen finden viel viele',
  'lautet lauten habt hab macht machen mache jemand jemanden eigentlich vielleicht etwas kann könnte können hallo danke ja nein gern gerne mal denn',
  'gehen gehe geht kommen komme kommt',
  'por favor dime decir saber quiero quisiera necesito necesita puedo puede dar ayuda encontrar mucho muchos cuánto cuántos algo hola',
  'gracias sí hay tiene tienen hacer podría ir voy vas vamos venir vengo',
  'svp plaît dites dire savoir veux voudrais besoin peux peut puis donner aide trouver beaucoup combien bonjour merci oui fait faire',
  'est-ce avez-vous faites-vous puis-je peut-on pouvez-vous y-a-t-il a-t-il a-t-on',
  'aller vais allons venir viens',
  'favore dimmi sapere voglio vorrei bisogno posso può dare aiuto trovare molto quanto quanti ciao grazie sì fare andare vado andiamo venire vengo',
  'diga saber quero queria gostaria preciso posso pode dar ajuda encontrar muito quanto quantos olá obrigado obrigada sim fazer ir vou vamos vir venho',
  'alstublieft graag weten wil willen nodig kan kunnen geven helpen vinden veel hoeveel hallo bedankt ja nee doen',
  'gaan ga gaat komen kom komt',
  'пожалуйста скажите знать хочу хотел нужно можно могу дать помощь найти сколько много привет спасибо да нет есть',
  'lütfen söyle bilmek istiyorum lazım gerek verir yardım bulmak çok kaç merhaba teşekkürler evet hayır var mı mi nasıl nedir',
  'proszę powiedz wiedzieć chcę chciałbym potrzebuję mogę można dać pomoc znaleźć dużo ile cześć dziękuję tak nie jest',
);
