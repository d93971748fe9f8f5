import type { Issue } from './errors.ts';

// Free of validators, so that screens can import it.

const PROOF = ['type', 'name', 'value'] as const;
type Proof = { type: 'TXT'; name: string; value: string };

/** What a `domain_taken` carries for whoever says that the domain is theirs: the record that shows it. */
export const proofIssues = (record: Proof): Issue[] =>
  PROOF.map((field) => ({ path: `proof.${field}`, message: record[field] }));

/** Null where the failure carries none. */
export function readProof(issues: readonly Issue[]): Proof | null {
  const of = (field: string) => issues.find(({ path }) => path === `proof.${field}`)?.message;
  const [name, value] = [of('name'), of('value')];
  return name === undefined || value === undefined ? null : { type: 'TXT', name, value };
}
