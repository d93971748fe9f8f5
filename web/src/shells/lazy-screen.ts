import { lazyRouteComponent } from '@tanstack/react-router';
import { patiently } from '../connection.ts';

/** A screen of its own file. Without a connection the one before stays: the library would load the page anew, into nothing. */
export const lazyScreen: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => patiently(importer), exportName);
