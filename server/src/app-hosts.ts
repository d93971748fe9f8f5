import { findHostAgency, readAgencyCss } from './domain/agencies/find-host-agency.ts';
import { mayHaveCertificate } from './domain/agency-hosts/may-have-certificate.ts';
import type { RegionApi } from './http/server.ts';

type Deps = Parameters<typeof findHostAgency>[0] & Parameters<typeof readAgencyCss>[0];

/** What a region knows of the hosts that are called. */
export const makeHosts = (deps: Deps): Pick<RegionApi, 'findHostAgency' | 'readAgencyCss' | 'mayHaveCertificate'> => ({
  findHostAgency: (host) => findHostAgency(deps, host),
  readAgencyCss: (uid) => readAgencyCss(deps, uid),
  mayHaveCertificate: (host) => mayHaveCertificate(deps, host),
});
