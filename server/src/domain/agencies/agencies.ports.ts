/** A style sheet as the clients' dashboard may have it, and what was left out of it: `line` counts from 1. */
export type ScopedCss = { css: string; leftOut: { line: number; text: string }[] };

/** Parsed apart from the process; throws `VendorFailure` `invalid` where that passes a limit. */
export type ScopeCss = (css: string) => Promise<ScopedCss>;
