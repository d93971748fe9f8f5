import type { Region } from '@antiphon/contract/regions';

/** The same place in the other region: the first `/eu/` or `/na/` of the path is rewritten. */
export const switchedPath = (pathname: string, target: Region): string =>
  pathname.replace(/\/(eu|na)(?=\/|$)/, `/${target}`);
