/** The name that the server wrote into the first HTML for this host; empty where it wrote none. */
export const brandName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content.trim() ?? '';
