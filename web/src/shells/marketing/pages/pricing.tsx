import type { ReactNode } from 'react';
import { Actions, Intro } from '../parts/intro.tsx';
import { Passage, Questions } from '../parts/passage.tsx';
import { slot, Unless, When } from '../parts/slots.tsx';
import type { PublicPage } from '../public-page.ts';

const ADD_ONS = [
  ['Workspace seat', 10],
  ['Client seat', 5],
  ['Concurrent call line', 5],
  ['Phone number', 3],
] as const;

export const pricing: PublicPage = {
  path: '/pricing',
  title: 'Pricing',
  description: 'Free to begin. Pay as you go for $20 a month plus usage. A credit is a thousandth of a dollar.',
  frame: 'landing',
  body: (
    <>
      <Intro
        title="Pay for answers, not for agents"
        text="A credit is a thousandth of a dollar. An answer of the built-in model costs one, and so does an answer on your own key."
      >
        <When is="takesPayments">
          <p className="note">
            Every account begins on the free plan, without a card. The plan and credits are bought in the dashboard,
            under Billing.
          </p>
        </When>
        <Unless is="takesPayments">
          <p className="note">
            Paid plans cannot be bought on this installation. Every account is on the free plan, and no card is needed.
          </p>
        </Unless>
      </Intro>
      <section className="plans wide" aria-label="Plans">
        <Free />
        <PayAsYouGo />
        <Enterprise />
      </section>
      <Passage question="Can I add to it?" answer="By the month, in small pieces.">
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Add-on to pay as you go</th>
                <th scope="col">USD</th>
                <th scope="col">EUR</th>
                <th scope="col">GBP</th>
              </tr>
            </thead>
            <tbody>
              {ADD_ONS.map(([name, price]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>${price}</td>
                  <td>€{price}</td>
                  <td>£{price}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="fine">
          Each for a month. What you add is paid for the rest of the billing cycle at once, what you remove stays until
          its end. Prices are without tax.
        </p>
      </Passage>
      <Passage question="How do credits work?" answer="Set aside, charged once, explained.">
        <Questions
          items={[
            [
              'What does an answer cost?',
              'One credit with the built-in model or on your own key. On a model that the platform pays for, one credit and its tokens at the list price of that model.',
            ],
            [
              'What does a campaign cost?',
              'One credit for each message that your SMS provider took; the provider charges your own account for the SMS itself.',
            ],
            [
              'What does a call cost?',
              'Twenty credits a minute, by the second, and its answers as in the chat. The phone provider charges your own account for the line.',
            ],
            ['Do unused credits end?', 'No. What is left goes on into the next billing cycle.'],
            [
              'What if they run out?',
              'An answer that cannot be paid for is not begun, and the balance never falls below zero. The visitor is told in a plain sentence and can leave an email address.',
            ],
            ['Where do I see it?', 'On the usage page: a line for each turn, with its agent and its cost.'],
          ]}
        />
      </Passage>
    </>
  ),
};

function Plan(props: {
  name: string;
  price: string;
  per: string;
  also?: string;
  isPrepared?: boolean;
  items: readonly string[];
  children: ReactNode;
}) {
  return (
    <article className="plan">
      <h2>{props.name}</h2>
      <p className="price">
        <strong>{props.price}</strong> {props.per}
      </p>
      <p className="also">{props.also ?? ' '}</p>
      <ul className={props.isPrepared ? 'rings' : 'ticks'}>
        {props.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <Actions>{props.children}</Actions>
    </article>
  );
}

function Free() {
  return (
    <Plan
      name="Free"
      price="$0"
      per="forever"
      items={[
        '750 credits to begin with',
        'Agents, knowledge and the website chat',
        'Your own keys for other models',
        'Traces, versions and usage',
        'No card',
      ]}
    >
      <a className="button" href="/get-free-plan">
        Get free plan now
      </a>
    </Plan>
  );
}

function PayAsYouGo() {
  return (
    <Plan
      name="Pay as you go"
      price="$20"
      per="a month, plus usage"
      also="€22 in the European Union, £20 in the United Kingdom"
      items={[
        '$5 of credits included',
        'No branding',
        'White-label dashboard',
        'Automatic billing of your clients',
        'Priority community support',
        'Your own keys for other models',
      ]}
    >
      <When is="takesPayments">
        <a className="button" href="/get-free-plan">
          Begin on the free plan
        </a>
      </When>
      <Unless is="takesPayments">
        <span className="state prepared">In preparation</span>
      </Unless>
    </Plan>
  );
}

function Enterprise() {
  return (
    <Plan
      name="Enterprise"
      isPrepared
      price="$1000+"
      per="a month"
      items={['All of pay as you go', 'Limits by agreement']}
    >
      <When is="operatorEmail">
        <a href={`mailto:${slot('operatorEmail')}?subject=Enterprise%20plan`}>Contact sales</a>
      </When>
      <Unless is="operatorEmail">
        <a href="/demo">See a demo</a>
      </Unless>
    </Plan>
  );
}
