/** Every model that is about to be published answers. */
export const answeringProbe = { secretKey: 'x'.repeat(40), modelProbe: { probe: async () => {} } };
