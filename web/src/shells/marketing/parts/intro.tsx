import type { ReactNode } from 'react';

/** The head of a page: what it is about, in one sentence and one paragraph. */
export const Intro = (props: {
  kicker?: string;
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
  isFront?: boolean;
}) => (
  <section className={props.isFront ? 'intro front wide' : 'intro wide'}>
    {props.kicker ? <p className="kicker">{props.kicker}</p> : null}
    <h1>{props.title}</h1>
    <div className="reply">
      <p className="lead">{props.text}</p>
      {props.children}
    </div>
  </section>
);

export const Actions = ({ children }: { children: ReactNode }) => <p className="actions">{children}</p>;
