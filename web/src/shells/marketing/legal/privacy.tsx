import { OperatorName, platformName } from '../parts/slots.tsx';
import { List, legalPage } from './legal-page.tsx';

export const privacy = legalPage({
  path: '/legal/privacy-policy',
  title: 'Privacy policy',
  description: 'Which personal data this site and its accounts use, what for, how long, and which rights you have.',
  lead: (
    <>
      What <OperatorName /> does with personal data of people who visit this site or have an account on {platformName}.
    </>
  ),
  sections: [
    [
      'When you read this site',
      <p key="0">
        No cookies, no trackers, no content from elsewhere. The server keeps a short technical log (time, address
        called, error if any), which is needed to run it safely.
      </p>,
    ],
    [
      'When you have an account',
      <List
        key="0"
        items={[
          'Name, email address and a hash of the password, to let you in',
          'Sessions with the network address and browser that opened them, to protect the account',
          'Workspaces, agents, documents and conversations, because they are the service',
          'Usage of credits, because it has to add up',
          'A record of privileged actions, so that misuse can be found',
        ]}
      />,
    ],
    [
      'Why we may',
      <p key="0">
        To perform the contract with you (Article 6(1)(b) GDPR), for our legitimate interest in a safe service
        (6(1)(f)), and to meet legal duties (6(1)(c)). Where we ask you, with your consent (6(1)(a)), which you can take
        back.
      </p>,
    ],
    [
      'Who else sees it',
      <p key="0">
        Providers who host the servers and deliver email on our behalf. A model provider receives the parts of a
        conversation and of the knowledge that an answer needs, when an agent uses that provider’s model; the built-in
        model sends nothing anywhere. We sell no data.
      </p>,
    ],
    [
      'Where and how long',
      <p key="0">
        In the region of your workspace, Europe or North America. Sessions end after 14 days without use and after 30
        days at the latest. Content stays until you delete it; invoices as long as the law demands.
      </p>,
    ],
    [
      'Your rights',
      <p key="0">
        To know, correct, take along, restrict, object and have erased; and to complain to the data protection authority
        where you live. The account page exports what is known of you and deletes the account, the settings of a
        workspace export all that it holds; for all else, write to the address below.
      </p>,
    ],
  ],
});

export const visitorPrivacy = legalPage({
  path: '/legal/tixae-privacy-policy',
  title: 'Privacy for visitors of a chat',
  description: 'What happens to the messages of people who talk to an agent on somebody’s website.',
  lead: 'For people who talk to an agent on a website, or on a channel that is connected to one.',
  sections: [
    [
      'Who decides',
      <p key="0">
        The owner of the website or channel decides what the agent is for and how long conversations are kept, and is
        responsible to you for it. <OperatorName /> processes them on the owner’s behalf.
      </p>,
    ],
    [
      'What is stored',
      <List
        key="0"
        items={[
          'What you write and send, and what the agent answers',
          'The time, and the page on which the chat stands',
          'An email address, if you leave one so that a person can answer',
          'A shortened network address, to count fairly and to stop abuse',
        ]}
      />,
    ],
    [
      'In your browser',
      <p key="0">
        The chat sets no cookie. It keeps the key to your conversation in the storage of your browser, so that you find
        it again tomorrow. The owner can turn that off, and clearing the site’s data removes it.
      </p>,
    ],
    [
      'Connected channels',
      <p key="0">
        Messages that reach an agent through a messenger also pass through that messenger, under its own rules. We use
        what it hands over for the conversation, and for nothing else.
      </p>,
    ],
    [
      'To have it erased',
      <p key="0">
        Ask the owner of the website. If nobody answers, write to the address below with the website and the time, and
        your request is passed on.
      </p>,
    ],
  ],
});
