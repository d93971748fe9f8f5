const NAMES = ['ps_xid', 'tolt_referral'] as const;
const CHARS_MAX = 200;

/** Who sent a newcomer stands in the address they came by, and is told once their account is complete. */
export function keepReferral(): void {
  const search = new URLSearchParams(window.location.search);
  for (const name of NAMES) {
    const value = search.get(name);
    if (value) sessionStorage.setItem(name, value.slice(0, CHARS_MAX));
  }
}

export const readReferral = () => ({
  ps_xid: sessionStorage.getItem('ps_xid') ?? '',
  tolt_referral: sessionStorage.getItem('tolt_referral') ?? '',
});
