import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRegion, type Region } from '@antiphon/contract/regions';
import * as z from 'zod';
import { DEFAULT_POOLS } from './db/open-postgres.ts';
import { edgeFields, readEdge } from './edge-settings.ts';
import { paymentFields, readPayments } from './payment-settings.ts';
import { readBrokers, readCells, readDirectUrls, readReplicas, scaleFields } from './scale-settings.ts';
import { readSite, siteFields } from './site-settings.ts';

const TELEGRAM = 'https://api.telegram.org';
const GRAPH = 'https://graph.facebook.com';
const DISCORD = 'https://discord.com/api';
const TWILIO = 'https://api.twilio.com';
const DEEPGRAM = 'https://api.deepgram.com';

const text = z.string().trim();
const optional = text.default('');

/** Everything that can be set; `.env.example` explains each. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  ROLE: z.enum(['all', 'web', 'worker', 'migrate']).default('all'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.default('0.0.0.0'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: optional,
  DATABASE_URL_NA: optional,
  DATABASE_URL_EU: optional,
  DIRECTORY_DATABASE_URL: optional,
  METRICS_TOKEN: z.union([z.literal(''), text.min(16)]).default(''),
  DATABASE_POOL: z.coerce.number().int().min(1).max(1_000).default(DEFAULT_POOLS.visitors),
  DATABASE_POOL_BACKGROUND: z.coerce.number().int().min(1).max(100).default(DEFAULT_POOLS.background),
  DATABASE_POOL_JOBS: z.coerce.number().int().min(1).max(100).default(DEFAULT_POOLS.jobs),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(10).default(0),
  REGIONS: text.default('na,eu'),
  PUBLIC_URL: optional,
  PLATFORM_NAME: text.min(1).default('Antiphon'),
  PLATFORM_ROOT_DOMAIN: text.default('localhost'),
  CONTENT_HOST: optional,
  TELEGRAM_API_URL: z.url().default(TELEGRAM),
  META_GRAPH_URL: z.url().default(GRAPH),
  DISCORD_API_URL: z.url().default(DISCORD),
  TWILIO_API_URL: z.url().default(TWILIO),
  DEEPGRAM_API_URL: z.url().default(DEEPGRAM),
  FONT_SOURCE_URL: z.union([z.literal(''), z.url()]).default('https://api.fontsource.org'),
  ...siteFields,
  ...edgeFields,
  ...paymentFields,
  ...scaleFields,
  SECRET_KEY: optional,
  OUTBOUND_ALLOW: optional,
  OUTBOUND_ALLOW_SITES: optional,
  COUNTRY_HEADER: optional,
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  S3_ENDPOINT: optional,
  S3_REGION: text.min(1).default('us-east-1'),
  S3_BUCKET: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_ENDPOINT_EU: optional,
  S3_REGION_EU: text.min(1).default('eu-central-1'),
  S3_BUCKET_EU: optional,
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.01).max(100_000).default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: optional,
  ANTHROPIC_API_KEY: optional,
  GOOGLE_GENERATIVE_AI_API_KEY: optional,
  OPENAI_COMPATIBLE_BASE_URL: optional,
  OPENAI_COMPATIBLE_API_KEY: optional,
  SMTP_URL: optional,
  SMTP_SPF_INCLUDE: optional,
  SMTP_RETURN_PATH_HOST: optional,
  RESEND_API_KEY: optional,
  RESEND_BASE_URL: optional,
  EMAIL_FROM: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_ISSUER: text.default('https://accounts.google.com'),
});

export type Settings = ReturnType<typeof readSettings>;

/** A wrong setting ends the start with a sentence that names it. */
export class SettingsError extends Error {}

const wrong = (sentence: string): never => {
  throw new SettingsError(sentence);
};

export function readSettings(environment: Record<string, string | undefined>) {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(`The setting ${issue?.path.join('.')} is not valid: ${issue?.message}`);
  }
  const values = parsed.data;
  const publicUrl = values.PUBLIC_URL.replace(/\/$/, '') || null;
  const isProduction = values.NODE_ENV === 'production';
  const isOwnMachine = !isProduction && publicUrl === null && values.TRUSTED_PROXIES === 0;
  const dataDir = resolve(values.DATA_DIR);
  const regions = values.REGIONS.split(',').map((region) => region.trim());
  const unknown = regions.find((region) => !isRegion(region));
  if (unknown !== undefined) wrong(`REGIONS names "${unknown}"; the regions are na and eu.`);
  const contentHost = (values.CONTENT_HOST || `content.${values.PLATFORM_ROOT_DOMAIN}`).toLowerCase();
  if (contentHost === values.PLATFORM_ROOT_DOMAIN || (publicUrl && contentHost === new URL(publicUrl).hostname))
    throw new SettingsError(
      'CONTENT_HOST must be a host of its own: what agencies wrote runs there, apart from the platform.',
    );
  const sendsEmail = values.SMTP_URL !== '' || values.RESEND_API_KEY !== '';
  if (sendsEmail && !/^[^<>]*<[^<>\s@]+@[^<>\s@]+>$|^[^<>\s@]+@[^<>\s@]+$/.test(values.EMAIL_FROM))
    throw new SettingsError('EMAIL_FROM must name the sender of mails, such as: Antiphon <hello@example.com>');
  if (values.COUNTRY_HEADER !== '' && values.TRUSTED_PROXIES === 0)
    throw new SettingsError('COUNTRY_HEADER needs TRUSTED_PROXIES: without a proxy in front anybody could write it.');
  if (values.S3_BUCKET !== '' && (values.S3_ACCESS_KEY_ID === '' || values.S3_SECRET_ACCESS_KEY === ''))
    throw new SettingsError('S3_BUCKET is set: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.');
  const databaseUrls: Record<Region, string> = {
    na: values.DATABASE_URL_NA || values.DATABASE_URL,
    eu: values.DATABASE_URL_EU,
  };
  const payments = readPayments(values, { isProduction, wrong });
  return {
    ...values,
    isProduction,
    isOwnMachine,
    dataDir,
    regions: regions as Region[],
    databaseUrls,
    directUrls: readDirectUrls(values, databaseUrls, wrong),
    replicaUrls: readReplicas(values, databaseUrls, wrong),
    brokers: readBrokers(values, databaseUrls, wrong),
    cells: readCells(values, databaseUrls, wrong),
    isDirectoryPooled: values.DIRECTORY_DATABASE_URL === '' && values.DATABASE_POOLER !== '',
    pools: {
      visitors: values.DATABASE_POOL,
      background: values.DATABASE_POOL_BACKGROUND,
      jobs: values.DATABASE_POOL_JOBS,
    },
    directoryUrl: values.DIRECTORY_DATABASE_URL || databaseUrls.na,
    publicUrl,
    /** Where links lead in mails that no request asked for. As with mails that one did, a machine of one's own is known by itself. */
    linkUrl: publicUrl ?? (isOwnMachine ? `http://localhost:${values.PORT}` : null),
    hookOrigin: readHookOrigin(publicUrl, values),
    contentHost,
    site: { ...readSite(values, publicUrl), takesPayments: Object.values(payments).some(Boolean) },
    edge: readEdge(values),
    payments,
    secretKey: readSecretKey(values.SECRET_KEY, isProduction, dataDir),
    outboundAllow: readPairs(values.OUTBOUND_ALLOW),
    outboundAllowSites: readPairs(values.OUTBOUND_ALLOW_SITES),
  };
}

type Providers = { TELEGRAM_API_URL: string; META_GRAPH_URL: string; TWILIO_API_URL: string };

/** Where providers of channels call us; null where they cannot. The real ones call https alone, a server of one's own any address. */
function readHookOrigin(publicUrl: string | null, providers: Providers): string | null {
  const { TELEGRAM_API_URL: telegram, META_GRAPH_URL: graph, TWILIO_API_URL: twilio } = providers;
  const isOwn = telegram !== TELEGRAM || graph !== GRAPH || twilio !== TWILIO;
  return publicUrl && (publicUrl.startsWith('https:') || isOwn) ? publicUrl : null;
}

const readPairs = (list: string): string[] =>
  list
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');

/** At least 32 characters of which 16 differ: `openssl rand -base64 32` makes one. */
const isStrong = (key: string) => key.length >= 32 && new Set(key).size >= 16;

function readSecretKey(given: string, isProduction: boolean, dataDir: string): string {
  if (given !== '') {
    if (!isStrong(given) && isProduction)
      throw new SettingsError('SECRET_KEY is too weak. Use at least 32 random characters: openssl rand -base64 32');
    return given;
  }
  if (isProduction) throw new SettingsError('SECRET_KEY must be set in production: openssl rand -base64 32');
  const path = join(dataDir, 'secret-key');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  mkdirSync(dataDir, { recursive: true });
  const made = randomBytes(32).toString('base64url');
  writeFileSync(path, made, { mode: 0o600 });
  return made;
}
