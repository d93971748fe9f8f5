import type { FileId } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import { joinProcesses } from './app-broker.ts';
import { makeCalls } from './app-calls.ts';
import { makeHosts } from './app-hosts.ts';
import { type Metrics, meterDatabase, meterWork } from './app-metrics.ts';
import { work } from './app-modules.ts';
import { startRunners } from './app-runners.ts';
import { makeAccess, makeSignIn } from './app-sign-in.ts';
import { makeSimulator } from './app-simulator.ts';
import { openDatabase, openFileStore } from './app-stores.ts';
import { makeStreams } from './app-streams.ts';
import { makeVendors } from './app-vendors.ts';
import type { Database } from './db/database.ts';
import { makeScope, makeSystemScope } from './db/make-scope.ts';
import type { Directory } from './domain/agency-hosts/agency-hosts.ports.ts';
import type { AnswerModels } from './domain/answers/answers.ports.ts';
import { makeCampaignMessages } from './domain/campaign-runs/campaign-messages.ts';
import { freeHost } from './domain/custom-domains/displace-host.ts';
import { hasOutbox } from './domain/email/read-outbox.ts';
import { handleSignIn } from './domain/identity/sign-in.routes.ts';
import { makeRegionPeer } from './domain/regions/make-region-peer.ts';
import type { FindPeer, RegionPeer } from './domain/regions/regions.ports.ts';
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
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
};

/** What a region knows of the rest of the installation. */
export type Beside = {
  findPeer: FindPeer;
  findDirectory: (() => Promise<Directory>) | null;
  metrics: Metrics | null;
};

/** What tests and benchmarks bring of their own. */
export type GivenParts = { database?: Database; models?: AnswerModels; clock?: () => Date };

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
  const database = beside.metrics ? meterDatabase(opened, beside.metrics) : opened;
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
    const metered = meterWork(work, database.region, place.beside.metrics);
    const queue = await startQueue({ database, deps: { ...deps, publicUrl: settings.linkUrl }, ...metered, log });
    running.work.push(() => queue.stop());
  }
  await deps.replies.recover();
  return {
    access: makeAccess(deps),
    ...makeCalls(settings, database.region, deps),
    signIn: (context, request) => handleSignIn(deps, context, request),
    serveFile: (id, hostOf) => serveFile(deps, id as FileId, hostOf),
    ...makeStreams(deps, shutdown),
    peer: makeRegionPeer({ ...deps, freeHost: (host) => freeHost(deps, host) }),
    directory: database.unscoped,
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
  const claims = { region, findDirectory: beside.findDirectory ?? (async () => database.unscoped) };
  const core = {
    ...{ ...base, ...makeSimulator(base, hookOrigin && `${hookOrigin}/api/${region}/hooks`) },
    ...{ publicUrl, edge, contentHost, claims, rootDomain: settings.PLATFORM_ROOT_DOMAIN },
    ...{ findPeer: beside.findPeer, sellsPlans: vendors.payments !== null, sendsMail: vendors.emailTransport !== null },
    ...{ findSender: makeFindSender(base), publishGate: demandSuite },
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
