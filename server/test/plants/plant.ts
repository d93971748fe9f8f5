/** A fault, and the tests of which at least one must fail while it is there. */
export type Plant = {
  row: string;
  promise: string;
  fault: string;
  /** `there` stands in the file exactly once. */
  edits: [file: string, there: string, instead: string][];
  /** `name`: a part of the name of a test; empty: each test of the file. */
  tests: [file: string, name: string][];
};
