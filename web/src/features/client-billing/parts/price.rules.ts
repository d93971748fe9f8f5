/** Cents of a US dollar, half up: as the server counts. */
export const centsOf = (credits: number, usdPerCredit: number): number =>
  Math.floor((credits * Math.round(usdPerCredit * 1_000_000)) / 10_000 + 0.5);

/** What so many cents buy, to the hundredth that is shown. */
export const creditsOf = (cents: number, usdPerCredit: number): number =>
  Math.floor((cents * 1_000_000) / Math.round(usdPerCredit * 1_000_000)) / 100;
