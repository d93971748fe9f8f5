/** Where anybody finds a bot. */
export const botAddress = (handle: string) => `https://t.me/${encodeURIComponent(handle)}`;
