import type { HostKind, HostProblem, HostState } from '@antiphon/contract/agency-hosts';
import type { CheckedRecord } from '@antiphon/contract/dns-records';
import type { AgencyId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, leaseColumns } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** The brand under which a workspace sells. One a workspace. */
export const agencies = pgTable('agencies', {
  id: text('id').$type<AgencyId>().primaryKey(),
  workspaceUid: text('workspace_uid')
    .$type<WorkspaceUid>()
    .notNull()
    .unique()
    .references(() => workspaces.uid, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  /** Markdown. */
  brandingText: text('branding_text').notNull().default(''),
  squarePhotoURL: text('square_photo_url').notNull().default(''),
  darkModeSquarePhotourl: text('dark_mode_square_photo_url').notNull().default(''),
  /** A name of `AGENCY_FONTS`, or `inherit`. */
  googleFont: text('google_font').notNull().default('Rubik'),
  themeVariant: text('theme_variant').notNull().default('default'),
  themeColorUsage: text('theme_color_usage').notNull().default('plain'),
  customThemeJSONString: text('custom_theme_json_string').notNull(),
  customCSS: text('custom_css').notNull().default(''),
  /** Of `customCSS`, what clients' browsers get. */
  scopedCSS: text('scoped_css').notNull().default(''),
  mainWebsite: text('main_website').notNull().default(''),
  supportEmail: text('support_email').notNull().default(''),
  tosPage: text('tos_page').notNull().default(''),
  privacyPolicypPage: text('privacy_policyp_page').notNull().default(''),
  address: text('address').notNull().default(''),
  /** Clients are shown who made the software. */
  showsPoweredBy: boolean('shows_powered_by').notNull().default(false),
  disablePasswordLogin: boolean('disable_password_login').notNull().default(false),
  /** SHA-256 of the key of the admin link; the key itself is shown once and kept nowhere. Null until one is made. */
  secretHash: text('secret_hash').unique(),
  secretLast4: text('secret_last4').notNull().default(''),
  /** Grows with each save: whoever changes an older one is told. */
  revision: integer('revision').notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastModified: instant('last_modified').notNull().defaultNow(),
});

/**
 * Hosts on which agencies are reached, normalised: lower case, without a port. The key is what makes a claim single; an agency has one of
 * each kind. A subdomain that was given back is served no more, and is kept for the same agency for 30 days: its clients' links lead to
 * nobody else.
 */
export const agencyHosts = pgTable(
  'agency_hosts',
  {
    host: text('host').primaryKey(),
    agencyId: text('agency_id')
      .$type<AgencyId>()
      .notNull()
      .references(() => agencies.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    kind: text('kind').$type<HostKind>().notNull().default('subdomain'),
    /** Served are `issuing`, `live` and `failing`, unless it was given back. */
    state: text('state').$type<HostState>().notNull().default('live'),
    stateSince: instant('state_since').notNull().defaultNow(),
    /** The first time that it was live. */
    verifiedAt: instant('verified_at'),
    /** What the last look saw; what is wrong is the last look's alone. */
    records: jsonb('records').$type<CheckedRecord[]>().notNull().default([]),
    problem: jsonb('problem').$type<HostProblem>(),
    checkedAt: instant('checked_at'),
    /** When a look last found all that a certificate needs. */
    goodAt: instant('good_at'),
    /** The first bad look since the last good one. */
    failingSince: instant('failing_since'),
    /** The first look that found no paid plan since the last one that did. */
    unpaidSince: instant('unpaid_since'),
    /** Null where nothing is due. */
    nextCheckAt: instant('next_check_at'),
    /** Somebody has the page open that shows it. */
    watchedUntil: instant('watched_until'),
    /** One worker looks at a time. */
    ...leaseColumns(),
    releasedAt: instant('released_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.workspaceUid),
    index().on(table.agencyId),
    uniqueIndex('agency_hosts_of_kind').on(table.agencyId, table.kind).where(sql`released_at is null`),
    index('agency_hosts_released').on(table.releasedAt).where(sql`released_at is not null`),
    index('agency_hosts_due').on(table.nextCheckAt).where(sql`next_check_at is not null`),
  ],
);

/**
 * Which region has a host, for all regions: only the rows of the installation's directory count (`DIRECTORY_DATABASE_URL`),
 * whichever region's database that is. Hosts stand hashed (SHA-256, hex), so that one region's names are not in another's.
 */
export const hostClaims = pgTable('host_claims', {
  hostHash: text('host_hash').primaryKey(),
  region: text('region').$type<Region>().notNull(),
  /** Of the last claim; a row without a host in its region counts for ten minutes from then on. */
  claimedAt: instant('claimed_at').notNull().defaultNow(),
});
