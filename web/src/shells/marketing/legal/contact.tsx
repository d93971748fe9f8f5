import { OperatorName, slot, Unless, When } from '../parts/slots.tsx';
import { legalPage } from './legal-page.tsx';

export const contact = legalPage({
  path: '/legal/contact',
  title: 'Contact',
  description: 'How to reach the operator of this platform.',
  lead: (
    <>
      <When is="operatorEmail">
        Write to <a href={`mailto:${slot('operatorEmail')}`}>{slot('operatorEmail')}</a>. A person reads it.
      </When>
      <Unless is="operatorEmail">The operator has not filled in an address to write to yet.</Unless>
    </>
  ),
  sections: [
    [
      'About your account',
      <p key="0">
        Please write from the email address of the account. Never send a password or a key; nobody here will ask for
        one.
      </p>,
    ],
    [
      'About a chat on somebody’s website',
      <p key="0">
        The owner of that website decides what its agent says and keeps. Please ask there first. <OperatorName /> helps
        them to answer you.
      </p>,
    ],
    [
      'About a weakness in security',
      <p key="0">
        Tell us before you tell others, with the steps to see it. Please do not look at other people’s data on the way,
        and do not slow the service down.
      </p>,
    ],
  ],
});
