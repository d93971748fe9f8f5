import type { UserId } from '@antiphon/contract/ids';

export type SignedInUser = { userId: UserId; email: string; name: string; image: string };

/** Sign-up, sign-in, sign-out and sessions of one region's people. */
export type Sessions = {
  /** Answers everything under `{api}/auth/*`. */
  handle(request: Request): Promise<Response>;
  findUser(headers: Headers): Promise<SignedInUser | null>;
};
