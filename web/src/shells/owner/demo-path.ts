import { currentRegion } from '../../api.ts';

/** The agent full page, as its visitors would see it; elsewhere the platform's own demo. */
export const demoPath = (agentId: string | null): string =>
  agentId === null ? '/demo' : `/${currentRegion()}/prototype/${agentId}`;
