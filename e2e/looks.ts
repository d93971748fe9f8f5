const ALL = (['light', 'dark'] as const).flatMap((scheme) => [360, 768, 1280].map((width) => ({ scheme, width })));
const LIGHT_AND_WIDE = { scheme: 'light', width: 1280 } as const;
const DARK_AND_NARROW = { scheme: 'dark', width: 360 } as const;

/** Both schemes and both ends in every run, all of them in `npm test -- soak`. */
export const LOOKS = process.env.SOAK ? ALL : [LIGHT_AND_WIDE, DARK_AND_NARROW];

/** Of what opens within a route whose page is looked at already (`accessibility.spec.ts`). */
export const LOOKS_WITHIN = process.env.SOAK ? [LIGHT_AND_WIDE, DARK_AND_NARROW] : [DARK_AND_NARROW];
