export type Look = { scheme: 'light' | 'dark'; width: number };

const ALL: Look[] = (['light', 'dark'] as const).flatMap((scheme) =>
  [360, 768, 1280].map((width) => ({ scheme, width })),
);
const LIGHT_AND_WIDE: Look = { scheme: 'light', width: 1280 };
const DARK_AND_NARROW: Look = { scheme: 'dark', width: 360 };

/** Both schemes and both ends in every run, all of them in `npm test -- soak`. */
export const LOOKS = process.env.SOAK ? ALL : [LIGHT_AND_WIDE, DARK_AND_NARROW];

/** Of what opens within a route whose page is looked at already (`every-route.spec.ts`). */
export const LOOKS_WITHIN = process.env.SOAK ? [LIGHT_AND_WIDE, DARK_AND_NARROW] : [DARK_AND_NARROW];

/** Of every route in both directions: each scheme and end in one of them, all in both in `npm test -- soak`. */
export const LOOKS_LTR = process.env.SOAK ? ALL : [LIGHT_AND_WIDE];
export const LOOKS_RTL = process.env.SOAK ? ALL : [DARK_AND_NARROW];
