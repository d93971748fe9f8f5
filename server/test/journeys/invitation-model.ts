import type { Permission } from '@antiphon/contract/permissions';

/** What invitations and seats should do, in memory: `done`, or the code of the refusal. */
export class InvitationModel {
  readonly members = new Map<string, readonly Permission[]>();
  private readonly open = new Map<string, { secret: number; permissions: readonly Permission[]; endsAt: number }>();
  readonly #seats: number;
  private day = 0;
  /** Secrets are numbered as they are sent. */
  sent = 0;

  constructor(owner: string, seats: number, fault: { forgetsSeats?: boolean } = {}) {
    this.#seats = fault.forgetsSeats ? 1_000 : seats;
    this.members.set(owner, []);
  }

  wait(days: number) {
    this.day += days;
  }

  invite(email: string, permissions: readonly Permission[]): string {
    if (this.members.has(email)) return 'invalid_input';
    if (this.members.size >= this.#seats) return 'seat_limit_reached';
    this.open.set(email, { secret: this.sent++, permissions, endsAt: this.day + 7 });
    return 'done';
  }

  resend(email: string): string {
    if (this.members.size >= this.#seats) return 'seat_limit_reached';
    const found = this.open.get(email);
    if (!found) return 'not_found';
    this.open.set(email, { ...found, secret: this.sent++, endsAt: this.day + 7 });
    return 'done';
  }

  revoke(email: string): string {
    return this.open.delete(email) ? 'done' : 'not_found';
  }

  /** `who` is signed in and opens the link with that secret, which was mailed to `addressee`. */
  join(who: string, secret: number, addressee: string): string {
    const found = this.open.get(addressee);
    if (!found || found.secret !== secret || found.endsAt <= this.day) return 'invitation_not_found';
    if (who !== addressee) return 'forbidden';
    if (!this.members.has(who)) {
      if (this.members.size >= this.#seats) return 'seat_limit_reached';
      this.members.set(who, found.permissions);
    }
    this.open.delete(addressee);
    return 'done';
  }

  remove(email: string): string {
    return this.members.delete(email) ? 'done' : 'not_found';
  }

  invitations(): string[] {
    return [...this.open].map(([email, { endsAt }]) => `${email} ${endsAt <= this.day ? 'ended' : 'open'}`).toSorted();
  }
}
