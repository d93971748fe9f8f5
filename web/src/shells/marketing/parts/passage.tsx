import type { ReactNode } from 'react';

/** The site speaks as the product does: a question in the margin, its answer as the heading. */
export const Passage = (props: {
  question: string;
  answer: string;
  id?: string;
  isBand?: boolean;
  children: ReactNode;
}) => (
  <section className={props.isBand ? 'passage band wide' : 'passage wide'} {...(props.id ? { id: props.id } : {})}>
    <p className="question">{props.question}</p>
    <div className="answer">
      <h2>{props.answer}</h2>
      {props.children}
    </div>
  </section>
);

export const Points = ({ items }: { items: readonly (readonly [string, string])[] }) => (
  <dl className="points">
    {items.map(([term, text]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** What one can use today; what is still being made is not told of. */
export const Readiness = ({ works }: { works: readonly string[] }) => (
  <div className="readiness">
    <h3>Works today</h3>
    <ul className="ticks">
      {works.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </div>
);

export const Questions = ({ items }: { items: readonly (readonly [string, string])[] }) => (
  <div className="questions">
    {items.map(([question, answer]) => (
      <details key={question}>
        <summary>{question}</summary>
        <p>{answer}</p>
      </details>
    ))}
  </div>
);

/** The last word of a page. */
export const Closing = ({ title, text }: { title: string; text: string }) => (
  <section className="closing">
    <div className="wide">
      <h2>{title}</h2>
      <p>{text}</p>
      <p className="actions">
        <a className="button" href="/signup">
          Create an account
        </a>
        <a href="/demo">See a demo</a>
      </p>
    </div>
  </section>
);
