import type { FileId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import type { Beside, GivenParts } from './app-beside.ts';
import { joinProcesses } from './app-broker.ts';
import { makeCalls } from './app-calls.ts';
import { findHookOwner, makeHosts } from './app-hosts.ts';
import { meterDatabase, meterWork } from './app-metrics.ts';
import { work } from './app-modules.ts';
import { startRunners } from './app-runners.ts';
import { makeAccess, makeSignIn } from './app-sign-in.ts';
import { makeSimulator } from './app-simulator.ts';
import { openDatabase, openFileStore } from './app-stores.ts';
import { makeStreams } from './app-streams.ts';
import { makeVendors } from './app-vendors.ts';
import type { Database } from './db/database.ts';
import { makeScope, makeSystemScope } from './db/make-scope.ts';
import { makeFindBrandColor } from './domain/agencies/find-brand-color.ts';
import { makeCampaignMessages } from './domain/campaign-runs/campaign-messages.ts';
import { freeHost } from './domain/custom-domains/displace-host.ts';
import { hasOutbox } from './domain/email/read-outbox.ts';
import { handleSignIn } from './domain/identity/sign-in.routes.ts';
import { makeRegionPeer } from './domain/regions/make-region-peer.ts';
import type { RegionPeer } from './domain/regions/regions.ports.ts';
import { makeFindSender } from './domain/sending-domains/find-sender.ts';
import { demandSuite } from './domain/suites/suite-gate.ts';
import { serveFile } from './domain/uploads/serve-file.ts';
import type { RegionApi } from './http/server.ts';
import { startQueue } from './jobs/queue.ts';
import type { Settings } from './settings.ts';

export type RunningRegion = RegionApi & {
  peer: RegionPeer;
  /** Its own list of hosts, which counts where no other place was named. */
  directory: Database['unscoped'];
  database: Database;
  /** Whose address of hooks it is; null where it is nobody's here. */
  findHookOwner(named: { provider: string; hookKey: string }): Promise<WorkspaceUid | null>;
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
};

const ALONE: Beside = { findPeer: async () => null, findDirectory: null, metrics: null };

/**
 * Everything of one region: its vendors, routes, jobs, on its database, which it closes when it stops. Nothing else in the
 * server knows all of these.
 */
export async function startRegion(
  settings: Settings,
  region: Region,
  log: Logger,
  shutdown: AbortSignal,
  given: GivenParts = {},
  beside: Beside = ALONE,
): Promise<RunningRegion> {
  const opened = given.database ?? (await openDatabase(settings, region, { log, metrics: beside.metrics }));
  const metered = beside.metrics ? meterDatabase(opened, beside.metrics) : opened;
  const database = beside.cell ? beside.cell.guard(metered) : metered;
  const running: Place['running'] = { work: [], wires: [] };
  const stop = async () => {
    // The wires tell others of what the last of the work did.
    for (const ends of [running.work, running.wires]) await Promise.all(ends.map((end) => end()));
    await database.close();
  };
  try {
    return { ...(await joinRegion({ settings, log, shutdown, given, beside, database, running })), stop };
  } catch (error) {
    // Whoever tries again must not find the half of the last time still at work.
    await stop().catch(() => {});
    throw error;
  }
}

type Place = {
  settings: Settings;
  log: Logger;
  shutdown: AbortSignal;
  given: GivenParts;
  beside: Beside;
  database: Database;
  /** How to end what was begun. */
  running: Record<'work' | 'wires', (() => Promise<void>)[]>;
};

async function joinRegion(place: Place): Promise<Omit<RunningRegion, 'stop'>> {
  const { settings, log, shutdown, database, running } = place;
  const deps = await makeDeps(place);
  if (settings.ROLE !== 'web') {
    // Where there is one database, nothing by the clock is of several.
    const schedules = work.schedules.filter(({ name }) => place.beside.cell || !name.startsWith('cells.'));
    const metered = meterWork({ ...work, schedules }, database.region, place.beside.metrics);
    const queue = await startQueue({ database, deps: { ...deps, publicUrl: settings.linkUrl }, ...metered, log });
    running.work.push(() => queue.stop());
  }
  await deps.replies.recover();
  return {
    access: makeAccess(deps),
    ...makeCalls(settings, database.region, deps),
    signIn: (context, request) => handleSignIn(deps, context, request),
    serveFile: (id, hostOf) => serveFile(deps, id as FileId, hostOf),
    ...makeStreams(deps, shutdown, place.beside.cell !== undefined),
    peer: makeRegionPeer({ ...deps, freeHost: (host) => freeHost(deps, host) }),
    directory: database.unscoped,
    database,
    findHookOwner: (named) => findHookOwner(deps, named),
    ...makeHosts(deps),
    isReady: () => database.isAlive(),
  };
}

/** What procedures and jobs are given; what of it runs by itself is ended with the region. */
async function makeDeps({ settings, log, shutdown, given, beside, database, running }: Place) {
  const { region } = database;
  const vendors = {
    ...makeVendors(settings, region, beside.metrics),
    fileStore: await openFileStore(settings, region),
    ...(given.models ? { models: given.models } : {}),
  };
  const { live, signals, leave } = await joinProcesses(settings, database, log);
  running.wires.push(leave);
  const scopes = { systemScope: makeSystemScope('http'), makeScope, campaignMessages: makeCampaignMessages(settings) };
  const { clock = () => new Date() } = given;
  const base = { database, clock, live, signals, log, shutdown, secretKey: settings.secretKey, ...scopes, ...vendors };
  const { isProduction, isOwnMachine, publicUrl, hookOrigin, outboundAllow, edge, contentHost } = settings;
  const { place: claimant = region, otherCells = null } = beside.cell ?? {};
  const claims = { region: claimant, findDirectory: beside.findDirectory ?? (async () => database.unscoped) };
  const core = {
    ...{ ...base, ...makeSimulator(base, hookOrigin && `${hookOrigin}/api/${region}/hooks`) },
    ...{ publicUrl, edge, contentHost, claims, otherCells, rootDomain: settings.PLATFORM_ROOT_DOMAIN },
    ...{ findPeer: beside.findPeer, sellsPlans: vendors.payments !== null, sendsMail: vendors.emailTransport !== null },
    ...{ findSender: makeFindSender(base), findBrandColor: makeFindBrandColor(base), publishGate: demandSuite },
  };
  const runners = await startRunners({ ...core, publicUrl: settings.linkUrl }, settings.ROLE, running.work);
  return {
    ...core,
    ...makeSignIn(settings, region, core),
    ...runners,
    ...{ region, isProduction, isOwnMachine, outboundAllow },
    port: settings.PORT,
    platformName: settings.PLATFORM_NAME,
    operatorEmail: settings.site.operator.email,
    rateFactor: settings.RATE_LIMIT_FACTOR,
    countryHeader: settings.COUNTRY_HEADER || null,
    hasOutbox: (isLocal: boolean) => hasOutbox({ ...vendors, isOwnMachine }, isLocal),
  };
}
