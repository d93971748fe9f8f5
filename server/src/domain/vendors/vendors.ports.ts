/** The six ways in which something outside can fail; each tells whether trying again may help. */
export type VendorFailureKind = 'rate_limited' | 'unauthorized' | 'not_found' | 'forbidden' | 'invalid' | 'unreachable';

/** What every adapter throws. The message is for the log and the owner; a vendor's own text may stand in it, secrets never. */
export class VendorFailure extends Error {
  override readonly name = 'VendorFailure';
  readonly kind: VendorFailureKind;
  readonly retryAfterMs: number | null;

  constructor(kind: VendorFailureKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }

  get canRetry(): boolean {
    return this.kind === 'rate_limited' || this.kind === 'unreachable';
  }
}
