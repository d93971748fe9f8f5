import { OperatorName, platformName, slot, Unless, When } from '../parts/slots.tsx';
import { List, legalPage } from './legal-page.tsx';

export const terms = legalPage({
  path: '/legal/tos',
  title: 'Terms of service',
  description: 'The terms under which accounts on this platform are used.',
  lead: (
    <>
      These terms apply between you and <OperatorName /> when you use {platformName}.
    </>
  ),
  sections: [
    [
      'The service',
      <p key="0">
        You build agents that answer from the content you give them. Functions that this site calls “in preparation” are
        no part of the service until they are there.
      </p>,
    ],
    [
      'Your account',
      <p key="0">
        Give a true email address, keep your password and keys to yourself, and tell us when somebody else has them. You
        answer for what the members of your workspace do in it.
      </p>,
    ],
    [
      'Your content',
      <p key="0">
        It stays yours. You allow us to store it, search it and send the necessary parts to the model that you chose, so
        that your agents can answer. Give an agent only what you may use in this way.
      </p>,
    ],
    [
      'What is not allowed',
      <List
        key="0"
        items={[
          'Agents that pretend to be a person, or hide from people that they talk to an AI',
          'Deception, harassment, malware, spam, and anything that the law forbids',
          'Decisions about people’s rights, health or money without a person who decides',
          'Attempts to reach other people’s data or to overload the service',
        ]}
      />,
    ],
    [
      'Answers of an AI',
      <p key="0">
        Answers can be wrong or incomplete. Look at how your agents answer before you publish them, and offer people a
        way to reach a person.
      </p>,
    ],
    [
      'Prices and credits',
      <p key="0">
        Prices stand on the <a href="/pricing">pricing page</a>. Credits pay for use and are no money. Refunds follow
        the <a href="/legal/refund-policy">refund policy</a>.
      </p>,
    ],
    [
      'Ending',
      <p key="0">
        You may stop at any time. We may close an account that breaks these terms, after a warning unless waiting would
        harm somebody. Before we end the service as a whole we give you time to take your content with you.
      </p>,
    ],
    [
      'Liability and law',
      <p key="0">
        Nothing here limits rights that the law gives you as a consumer, or liability for intent, gross negligence and
        harm to people. Beyond that, <OperatorName /> is liable only for foreseeable harm from breaking an essential
        duty.
        <When is="operatorCountry"> The law of {slot('operatorCountry')} applies.</When>
        <Unless is="operatorCountry"> The law that applies has not been filled in by the operator yet.</Unless>
      </p>,
    ],
  ],
});
