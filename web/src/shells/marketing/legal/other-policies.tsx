import { OperatorName, platformName } from '../parts/slots.tsx';
import { List, legalPage } from './legal-page.tsx';

export const refunds = legalPage({
  path: '/legal/refund-policy',
  title: 'Refund policy',
  description: 'When money is given back, and how to ask for it.',
  lead: `At present nothing can be bought on ${platformName}, so there is nothing to refund. This is what will apply.`,
  sections: [
    [
      'Plans',
      <p key="0">
        A plan can be ended at any time and stays until the end of the paid period. Begun months are not refunded in
        part, unless the service failed you.
      </p>,
    ],
    [
      'Add-ons',
      <p key="0">
        Add-ons are billed by the month with the plan and are not refunded. They can be taken off for the next billing
        cycle.
      </p>,
    ],
    [
      'Credits',
      <p key="0">
        Credits that were bought and not used are refunded on request within 14 days. Credits that were charged by a
        fault of ours are given back without asking.
      </p>,
    ],
    ['Your rights', <p key="0">Rights of withdrawal that the law gives consumers stay as they are.</p>],
    [
      'How to ask',
      <p key="0">Write to the address below from the email address of the account, with the number of the invoice.</p>,
    ],
  ],
});

export const cookies = legalPage({
  path: '/legal/cookie-policy',
  title: 'Cookie policy',
  description: 'Which cookies and browser storage are used: one to stay signed in, none to follow anybody.',
  lead: 'One kind of cookie, for people who sign in. That is why no banner asks you anything.',
  sections: [
    [
      'This site',
      <p key="0">
        Sets no cookie and stores nothing. If you are signed in, it notices that the cookie of your session is there and
        shows the way to your dashboard.
      </p>,
    ],
    [
      'The dashboard',
      <List
        key="0"
        items={[
          'A session cookie for each region, strictly necessary, not readable by scripts, for 30 days at most',
          'Browser storage for settings of the screen: the workspace last used, language, theme, open panels',
        ]}
      />,
    ],
    [
      'The chat on other websites',
      <p key="0">
        Sets no cookie. It keeps the key to the visitor’s own conversation in browser storage, unless the website’s
        owner turned that off.
      </p>,
    ],
    ['To remove them', <p key="0">Sign out, or clear the data of this site in the settings of your browser.</p>],
  ],
});

export const gdpr = legalPage({
  path: '/legal/gdpr',
  title: 'GDPR',
  description: 'Roles, regions, measures and rights under the General Data Protection Regulation.',
  lead: 'How the platform helps you to meet the General Data Protection Regulation, and what remains your part.',
  sections: [
    [
      'Roles',
      <p key="0">
        For the conversations of your agents you are the controller and <OperatorName /> is your processor. For your own
        account <OperatorName /> is the controller; see the <a href="/legal/privacy-policy">privacy policy</a>.
      </p>,
    ],
    [
      'Region',
      <p key="0">
        A workspace is made in Europe or in North America. Each region has a database of its own, and a workspace does
        not move. Where exactly the servers stand is for the operator to say; ask at the address below.
      </p>,
    ],
    [
      'Measures',
      <List
        key="0"
        items={[
          'Each query is bound to one workspace, in code and by row-level security in the database',
          'Passwords are hashed; keys of providers are encrypted and never shown again',
          'Uploaded pictures lose their hidden data; files are checked by content',
          'Privileged actions are recorded',
        ]}
      />,
    ],
    [
      'Processors of yours',
      <p key="0">
        If you choose the model of a provider, that provider processes parts of the conversation under your own contract
        with it. The built-in model needs none.
      </p>,
    ],
    [
      'Transparency',
      <p key="0">
        The chat says that it is an AI, by default. You can link your own privacy policy from it in the settings of the
        agent.
      </p>,
    ],
    ['Agreement', <p key="0">For an agreement on processing (Article 28 GDPR), write to the address below.</p>],
  ],
});
