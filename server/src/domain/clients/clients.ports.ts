/** Passwords of clients. Slow on purpose: called outside of transactions. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes as long for nobody (null) as for a wrong password. */
  verify(stored: string | null, password: string): Promise<boolean>;
};
