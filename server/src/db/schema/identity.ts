import type { UserId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** People of the platform's own shell. Table and column names are what better-auth's adapter asks for. */
export const users = pgTable('users', {
  id: text('id').$type<UserId>().primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  origin: text('origin').notNull().default('email'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** How it began; null of those that are older than this column. */
    way: text('way').$type<'mail' | 'code' | 'google' | 'password' | 'region'>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    issuer: text('issuer'),
    userId: text('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.userId)],
);

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.identifier), index().on(table.expiresAt)],
);

/** What the platform knows of a person beside the sign-in; made with the person's record. */
export const userProfiles = pgTable('user_profiles', {
  userId: text('user_id')
    .$type<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** What the person wants to build, in their own words. */
  buildGoal: text('build_goal').notNull().default(''),
  /** Null until onboarding is done: then every page of the app leads there. */
  onboardedAt: instant('onboarded_at'),
  /** Until the event of a new user was sent once. */
  isNewUser: boolean('is_new_user').notNull().default(true),
  /** Of mails and push messages: the dashboard's when the account was made, or as it was chosen there since. */
  preferredLanguage: text('preferred_language').$type<DashboardLanguage>().notNull().default('en'),
  referredFrom: text('referred_from').notNull().default(''),
  partnerId: text('partner_id').notNull().default(''),
  countryCode: text('country_code').notNull().default(''),
  useNewPricing: boolean('use_new_pricing').notNull().default(true),
  useMultipleStripes: boolean('use_multiple_stripes').notNull().default(false),
  isPayAsYouGo: boolean('is_pay_as_you_go').notNull().default(false),
  whitelabelTrialEndsAt: instant('whitelabel_trial_ends_at'),
  doubleAccountWarningHidden: boolean('double_account_warning_hidden').notNull().default(false),
});

/** Guesses at a sign-in, by account and by network; both keys are hashes. Kept so that a restart forgives nothing. */
export const signInGuesses = pgTable(
  'sign_in_attempts',
  {
    key: text('key').primaryKey(),
    /** Guesses since the last success or the last quiet day. */
    guesses: integer('attempts').notNull(),
    blockedUntil: instant('blocked_until').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [index().on(table.lastAt)],
);
