/** `crypto.randomUUID` is missing where a page is served without TLS: there the name of a blob is one. */
export const makeUuid = (): string => crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36);
