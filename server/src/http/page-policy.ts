/** Where Stripe.js and its frames come from, and what it calls: https://docs.stripe.com/security/guide#content-security-policy */
const PROVIDER = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
const NOBODY = { script: [], frame: [], connect: [] };

type PagePolicy = {
  /** What may stand in a frame, beside our own pages. */
  frames?: readonly string[];
  ancestors?: "'none'" | "'self'";
  /** Cards are typed into fields of the payment provider. */
  takesCards: boolean;
};

/** The content security policy of a page of screens. */
export function pagePolicy({ frames = [], ancestors = "'none'", takesCards }: PagePolicy): string {
  const provider = takesCards ? PROVIDER : NOBODY;
  const list = (...sources: readonly string[]) => ["'self'", ...sources].join(' ');
  return [
    "default-src 'self'",
    `script-src ${list(...provider.script)}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self' data:",
    `frame-src ${list(...frames, ...provider.frame)}`,
    `connect-src ${list(...provider.connect)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}
