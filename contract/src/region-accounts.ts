import { oc } from '@orpc/contract';
import * as z from 'zod';
import { UserId } from './ids.ts';
import { Region } from './regions.ts';

/** Where a person has accounts under one verified address. */
export const RegionAccounts = z.object({
  location: Region.describe('Where this record lives'),
  regions: z.array(Region).describe('Every region with an account of this person; only verified addresses count'),
  doubleAccountWarningHidden: z.boolean(),
});
export type RegionAccounts = z.infer<typeof RegionAccounts>;

export const regionsContract = {
  listAccounts: oc
    .route({
      method: 'GET',
      path: '/v2/users/me/regions',
      summary: 'The regions that you have accounts in',
      tags: ['Regions'],
    })
    .output(RegionAccounts),
  startSwitch: oc
    .route({
      method: 'POST',
      path: '/v2/users/me/regions/{target}/sign-in',
      summary: 'Ask another region to let you in',
      tags: ['Regions'],
    })
    .input(z.object({ target: Region }))
    .output(
      z.object({
        authToken: z
          .string()
          .nullable()
          .describe(
            'Works once, for a minute, at auth/one-time-token/verify of that region; null: sign in there yourself',
          ),
      }),
    ),
  hideDoubleAccountWarning: oc
    .route({
      method: 'POST',
      path: '/rpc/hideDoubleAccountWarning',
      summary: 'Do not show the warning of two accounts again',
      tags: ['Regions'],
    })
    .input(
      z.object({
        userId: UserId,
        bucket: z.string().max(100).describe('The database of the record; accepted and ignored: the path says it'),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
  getCountry: oc
    .route({ method: 'GET', path: '/utils/ip', summary: 'The country that a call comes from', tags: ['Regions'] })
    .output(z.object({ country: z.string().describe('Two letters; empty where it is not known') })),
};
