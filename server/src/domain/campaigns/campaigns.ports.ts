/** Something of a campaign may be due now. */
export type WakeCampaigns = { wake(): void };
