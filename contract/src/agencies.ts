import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CustomDomain, CustomDomainOffer, DOMAIN_TYPED_MAX, DomainRecord } from './agency-hosts.ts';
import { AgencyTab, GivenTabs } from './agency-tabs.ts';
import { COLOR_USAGES, readThemeString, THEME_VARIANTS } from './agency-themes.ts';
import { DOMAIN_FAULTS } from './domain-faults.ts';
import { AgencyId, UserId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { link } from './links.ts';
import { SendingDomainStatus } from './sending-domains.ts';
import { SETTING_FAULTS } from './setting-faults.ts';
import { PhotoUrl } from './uploads.ts';

/** What an agency can change. Photos are paths of our own host, so that no picture of a page calls elsewhere. */
const fields = {
  name: z.string().trim().min(1, SETTING_FAULTS.name).max(limits.agencyNameCharsMax),
  brandingText: z.string().max(limits.brandingTextCharsMax).describe('Markdown; HTML in it is not drawn'),
  squarePhotoURL: PhotoUrl,
  darkModeSquarePhotourl: PhotoUrl,
  googleFont: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .describe('The name of a font family, or `inherit`: the font of the system'),
  themeVariant: z.enum(THEME_VARIANTS),
  themeColorUsage: z.enum(COLOR_USAGES),
  customThemeJSONString: z
    .string()
    .max(2_000)
    .refine((text) => readThemeString(text) !== null, 'This theme has no primary colour.')
    .describe('`primary`, an HSL triple, and `themeType`; `nineColorPallet` follows from the colour'),
  customCSS: z.string().max(limits.customCssCharsMax, SETTING_FAULTS.cssSize),
  mainWebsite: link,
  supportEmail: z.union([z.literal(''), z.email(SETTING_FAULTS.email)]),
  tosPage: link,
  privacyPolicypPage: link,
  address: z.string().trim().max(limits.agencyAddressCharsMax),
  showsPoweredBy: z.boolean(),
  settings: z.object({ disablePasswordLogin: z.boolean() }),
};

export const Agency = z.object({
  ID: AgencyId,
  userId: UserId.describe('The owner of its workspace'),
  ...fields,
  // What is stored was checked when it was saved.
  supportEmail: z.string(),
  fontSheet: z
    .string()
    .describe('Where the style sheet of a font stands that was brought; empty until then, or where none is needed'),
  VGsubDomain: z.string().describe('The whole host; empty where none is claimed'),
  isVerifiedSubDomain: z.boolean(),
  customDomain: z.string().describe('A domain of its own; empty where there is none'),
  isVerifiedCustomDomain: z.boolean().describe('Its records were found; live is what `proxy` says'),
  customDomainConfig: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .nullable()
    .describe('The record that shows whose the domain is'),
  customTabs: z.array(AgencyTab),
  resendEmailDomain: z.string().describe('From which mails leave once it is verified; empty where there is none'),
  resendEmailDomainId: z.string(),
  resendEmailDomainStatus: SendingDomainStatus,
  resendEmailDomainRecords_JSON_STRING: z.string().describe('Its records as JSON; empty where there is none'),
  revision: z.number().int().describe('Grows with each save'),
  secretLast4: z.string().describe('The last four characters of the admin key; empty where none was made'),
  createdAt: z.number().int().describe('Unix seconds'),
  lastModified: z.number().int().describe('Unix seconds'),
});
export type Agency = z.infer<typeof Agency>;

export const AgencyChange = z.object({ ...fields, customTabs: GivenTabs }).partial();
export type AgencyChange = z.infer<typeof AgencyChange>;

export const AgencyView = z.object({
  agency: Agency.nullable(),
  rootDomain: z.string().describe('What stands after the name of a product subdomain'),
  clientUrl: z.string().describe('Where clients reach it: by its own domain once that is live; empty without any'),
  domain: CustomDomain.nullable().describe('Its own domain'),
  abilities: z.object({
    canEdit: z.boolean(),
    canRotateSecret: z.boolean(),
    canStartTrial: z.boolean(),
    isIncluded: z.boolean().describe('The plan of the workspace includes it: what is started is no trial'),
    customDomain: CustomDomainOffer,
    autoBilling: z.enum(['yes', 'needs_plan', 'not_offered']),
  }),
});
export type AgencyView = z.infer<typeof AgencyView>;

const workspace = z.object({ uid: WorkspaceUid });
const success = z.literal(true);
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Agency'], successStatus: 200 });
const domain = z.object({
  domain: z.string().max(DOMAIN_TYPED_MAX),
  domainType: z.enum(['vgSubdomain', 'customDomain']),
});
const kind = z.literal(true).optional();
const howFar = CustomDomain.pick({ state: true, problem: true });

export const agenciesContract = {
  get: route('GET', '/v2/workspaces/{uid}/agency', 'The agency of a workspace').input(workspace).output(AgencyView),
  update: route('POST', '/v2/workspaces/{uid}/agency', 'Change the brand, the links and the settings of an agency')
    .input(
      workspace.extend(AgencyChange.shape).extend({
        revision: z
          .number()
          .int()
          .optional()
          .describe(
            'Of the settings that were changed: `conflict` where they are newer by now. Without it, nothing is compared',
          ),
      }),
    )
    .output(AgencyView),
  checkFont: route('GET', '/v2/workspaces/{uid}/agency/font', 'Whether there is a font of the name; it is brought')
    .input(workspace.extend({ family: fields.googleFont }))
    .output(
      z.object({
        family: z.string().describe('As it is written'),
        state: z.enum(['wanted', 'ready', 'failed']),
        sheet: z.string().describe('As `fontSheet`'),
      }),
    ),
  cleanCss: route('POST', '/v2/workspaces/{uid}/agency/css', 'A style sheet as the clients’ dashboard would have it')
    .input(workspace.extend({ css: fields.customCSS }))
    .output(
      z.object({
        css: z.string(),
        leftOut: z
          .array(z.object({ line: z.number().int(), text: z.string() }))
          .describe('What loads from elsewhere or cannot be read, by lines; at most 50'),
      }),
    ),
  rotateSecret: route('POST', '/v2/workspaces/{uid}/agency/secret', 'Make a new admin key; the old one ends at once')
    .input(workspace)
    .output(z.object({ secret: z.string().describe('Shown this one time') })),
  activateWhitelabelTrial: route('POST', '/rpc/activateWhitelabelTrial', 'Start the 14-day white-label trial, once')
    .input(z.object({ uid: WorkspaceUid }))
    .output(
      AgencyView.extend({
        success,
        whitelabelTrialEndsAt: z.number().int().nullable().describe('Unix seconds; null where the plan includes it'),
      }),
    ),
  claimDomain: route('POST', '/hosting/custom-domain', 'Claim a product subdomain, or set up a domain of its own')
    .input(
      z
        .object({
          customDomain: z
            .string()
            .max(DOMAIN_TYPED_MAX, DOMAIN_FAULTS.tooLong)
            .describe(
              'A name with or without the root domain; or a whole domain: the same one again has it checked now',
            ),
          isVGSubdomain: kind,
          isCustomDomain: kind,
          uid: WorkspaceUid,
          userId: z.string().max(64).optional().describe('Accepted and ignored: the session says who'),
          agencyId: z.string().max(64).optional().describe('Accepted and ignored'),
        })
        .refine(
          ({ isVGSubdomain, isCustomDomain }) => isVGSubdomain !== isCustomDomain,
          'Say which of the two it is: isVGSubdomain or isCustomDomain.',
        ),
    )
    .output(
      AgencyView.extend({
        success,
        data: z.object({ verification: z.array(DomainRecord).describe('To be set up; empty for a subdomain') }),
      }),
    ),
  getDomain: route('GET', '/hosting/custom-domain', 'How far a claimed domain is, as the last look found it')
    .input(domain.extend({ uid: WorkspaceUid }))
    .output(
      z.object({
        isVerified: z.boolean(),
        domain: CustomDomain.optional().describe('Of a domain of its own that it has'),
      }),
    ),
  // A DELETE has no body: the query says what, and the header `x-workspace` of which workspace.
  releaseDomain: oc
    .route({
      method: 'DELETE',
      path: '/hosting/custom-domain',
      summary: 'Give a claimed domain back',
      tags: ['Agency'],
      successStatus: 200,
      inputStructure: 'detailed',
    })
    .input(z.object({ query: domain }))
    .output(z.object({ success, message: z.string() })),
  stopDomainReminder: oc
    .route({
      method: 'DELETE',
      path: '/hosting/custom-domain/reminder',
      summary: 'No more mails about records that are missing',
      tags: ['Agency'],
      successStatus: 200,
      inputStructure: 'detailed',
    })
    .input(z.object({ query: domain.pick({ domain: true }) }))
    .output(z.object({ success })),
  lookAtDomain: oc
    .route({
      method: 'GET',
      path: '/proxy',
      summary: 'Whether a domain is live: 200 where it is, 202 with the reason where it is not yet',
      tags: ['Agency'],
      outputStructure: 'detailed',
    })
    .input(
      z.object({
        domain: z.string().max(DOMAIN_TYPED_MAX),
        uid: WorkspaceUid.optional().describe('Of whom, where it is not the header that says so'),
      }),
    )
    .output(
      z.union([
        z.object({ status: z.literal(200).describe('It is live'), body: howFar }),
        z.object({ status: z.literal(202).describe('It is not yet'), body: howFar }),
      ]),
    ),
  getPublicUser: route('GET', '/public/users/{id}', 'What clients may know of who sells to them')
    .input(z.object({ id: UserId, agencyId: AgencyId }))
    .output(
      z.object({
        data: z.object({
          uid: UserId,
          hasEverPaid: z.boolean(),
          internal: z.object({ whitelabel_trial: z.boolean(), useNewPricing: z.boolean() }),
        }),
      }),
    ),
};
