import { slot, Unless, When } from './slots.tsx';

/** A way to hear when something is ready: a letter to the operator. No form that leads nowhere. */
export const WordOfIt = ({ subject }: { subject: string }) => (
  <p className="actions">
    <When is="operatorEmail">
      <a className="button" href={`mailto:${slot('operatorEmail')}?subject=${encodeURIComponent(subject)}`}>
        Tell me when it is ready
      </a>
    </When>
    <Unless is="operatorEmail">
      <a className="button" href="/chatbot">
        What works today
      </a>
    </Unless>
    <a href="/integrations">All integrations</a>
  </p>
);
