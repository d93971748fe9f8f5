import type { HostState } from '@antiphon/contract/agency-hosts';

/** One host name, of which two agencies may have a claim. Ages are in hours. */
export type Host = {
  holder: Agency | null;
  state: HostState;
  stateAge: number;
  /** Since the first bad look after the last good one. */
  badAge: number | null;
  /** Since all was last found that a certificate needs. */
  goodAge: number | null;
};

export type Agency = 0 | 1;

/** What stands in the world around it. */
export type Around = {
  /** Whose proofs its zone has. */
  proofs: readonly Agency[];
  /** Its name leads to us. */
  leads: boolean;
  /** No name server answers. */
  isSilent: boolean;
  /** Who answers at our door: we do, another site, or nobody. */
  door: 'ours' | 'other' | 'closed';
};

export type Act =
  | { do: 'claim'; agency: Agency }
  | { do: 'remove'; agency: Agency }
  | { do: 'look' }
  | { do: 'wait'; hours: number };
export type Answer = 'done' | 'domain_taken' | 'not_found';
type After = { answer: Answer; host: Host };

export const NOBODYS: Host = { holder: null, state: 'unverified', stateAge: 0, badAge: null, goodAge: null };
const FAILING_HOURS = 72;
const KEPT_HOURS = 30 * 24;
const CERTIFICATE_HOURS = 1 / 6;

/** What one act should make of it, by the decisions on domains (53, 54) alone. */
export function after(host: Host, around: Around, act: Act): After {
  if (act.do === 'claim') return claim(host, around, act.agency);
  if (act.do === 'look') return { answer: 'done', host: look(host, around) };
  if (act.do === 'wait') return { answer: 'done', host: wait(host, act.hours) };
  return host.holder === act.agency ? { answer: 'done', host: NOBODYS } : { answer: 'not_found', host };
}

function claim(host: Host, { proofs, isSilent }: Around, agency: Agency): After {
  if (host.holder === agency) return { answer: 'done', host };
  const isDisplaced = !isSilent && proofs.includes(agency) && host.holder !== null && !proofs.includes(host.holder);
  if (host.holder !== null && !isDisplaced) return { answer: 'domain_taken', host };
  return { answer: 'done', host: { ...NOBODYS, holder: agency } };
}

function look(host: Host, { proofs, leads, isSilent, door }: Around): Host {
  const { holder, state, badAge } = host;
  if (holder === null) return host;
  const isRight = !isSilent && leads && proofs.includes(holder);
  const isAnswered = !isSilent && leads && door === 'ours';
  const become = (next: HostState, more: Partial<Host> = {}): Host => ({
    ...{ ...host, ...more },
    ...(next === state ? {} : { state: next, stateAge: 0 }),
  });
  if (state === 'unverified') return isRight ? become('issuing', { goodAge: 0, badAge: null }) : host;
  if (state === 'issuing') {
    if (!isRight) return host;
    return isAnswered ? become('live', { goodAge: 0, badAge: null }) : become('issuing', { goodAge: 0 });
  }
  if (state === 'suspended') {
    if (isRight) return become('issuing', { goodAge: 0, badAge: null });
    return host.stateAge >= KEPT_HOURS ? NOBODYS : host;
  }
  if (isAnswered) return become('live', { goodAge: 0, badAge: null });
  if (isSilent) return host;
  if (badAge === null) return become('live', { badAge: 0 });
  return become(state === 'failing' && badAge >= FAILING_HOURS ? 'suspended' : 'failing');
}

function wait(host: Host, hours: number): Host {
  const later = (age: number | null) => (age === null ? null : age + hours);
  const { stateAge, badAge, goodAge } = host;
  return { ...host, stateAge: stateAge + hours, badAge: later(badAge), goodAge: later(goodAge) };
}

/** Two at once come out as one after the other, whichever was first. */
export function bothWays(host: Host, around: Around, one: Act, other: Act): { answers: Answer[]; host: Host }[] {
  return [true, false].map((isOneFirst) => {
    const first = after(host, around, isOneFirst ? one : other);
    const second = after(first.host, around, isOneFirst ? other : one);
    const answers = [first.answer, second.answer];
    return { answers: isOneFirst ? answers : answers.toReversed(), host: second.host };
  });
}

/** What the world sees of it. */
export const facesOf = ({ holder, state, goodAge }: Host) => {
  const isServed = holder !== null && ['issuing', 'live', 'failing'].includes(state);
  const isGood = goodAge !== null && goodAge < CERTIFICATE_HOURS;
  return {
    /** On the screen of each agency. */
    screens: [0, 1].map((agency) => (holder === agency ? state : null)),
    served: isServed ? holder : null,
    mayHaveCertificate: isServed && (state !== 'issuing' || isGood),
  };
};
