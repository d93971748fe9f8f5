import type { Agency } from '@antiphon/contract/agencies';
import type { Brand } from '@antiphon/contract/agency-themes';
import { toBrand, toValues } from './parts/agency-values.ts';

/** A brand as it was saved, for a preview on the platform's own host. */
export const brandOf = (agency: Agency): Brand =>
  toBrand(agency, toValues(agency), { platformName: '', fontSheet: agency.fontSheet });
