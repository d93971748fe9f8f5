import type { ReactNode } from 'react';
import { type Slot, slot, Unless, When } from '../parts/slots.tsx';
import type { PublicPage } from '../public-page.ts';

type Section = readonly [title: string, body: ReactNode];

const NOT_FILLED_IN = 'Not filled in by the operator yet';

/** A legal text that comes with the software and names whoever runs it. */
export function legalPage(page: {
  path: `/legal/${string}`;
  title: string;
  description: string;
  lead: ReactNode;
  sections: readonly Section[];
}): PublicPage {
  const { lead, sections, ...head } = page;
  return {
    ...head,
    frame: 'plain',
    body: (
      <article className="legal wide">
        <h1>{page.title}</h1>
        <p className="lead">{lead}</p>
        <Unless is="operatorName">
          <p className="note">
            The operator of this installation has not filled in its details yet. Until then this text is a template and
            binds nobody.
          </p>
        </Unless>
        {sections.map(([title, body]) => (
          <section key={title}>
            <h2>{title}</h2>
            {body}
          </section>
        ))}
        <section>
          <h2>Who is responsible</h2>
          <OperatorDetails />
        </section>
      </article>
    ),
  };
}

export const OperatorDetails = () => (
  <dl className="operator">
    <Detail name="Operator" is="operatorName" />
    <Detail name="Address" is="operatorAddress" />
    <Detail name="Country" is="operatorCountry" />
    <Detail name="Registration" is="operatorRegistration" />
    <div>
      <dt>Email</dt>
      <dd>
        <When is="operatorEmail">
          <a href={`mailto:${slot('operatorEmail')}`}>{slot('operatorEmail')}</a>
        </When>
        <Unless is="operatorEmail">
          <span className="missing">{NOT_FILLED_IN}</span>
        </Unless>
      </dd>
    </div>
  </dl>
);

const Detail = ({ name, is }: { name: string; is: Slot }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <When is={is}>{slot(is)}</When>
      <Unless is={is}>
        <span className="missing">{NOT_FILLED_IN}</span>
      </Unless>
    </dd>
  </div>
);

export const List = ({ items }: { items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
