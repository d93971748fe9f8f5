/**
 * What of a style sheet may be shown to visitors: nothing that loads from elsewhere. Parsed apart from the process; throws
 * `VendorFailure` `invalid` where that passes a limit.
 */
export type CleanCss = (css: string) => Promise<string>;
