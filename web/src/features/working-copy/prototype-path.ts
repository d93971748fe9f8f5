import type { Agent } from '@antiphon/contract/agents';
import { currentRegion } from '../../api.ts';

/** The working copy full page; members of its workspace alone get it. */
export const workingCopyPath = (agentId: string) =>
  `/app/${currentRegion()}/prototype?${new URLSearchParams({ vg_id: agentId })}`;

/** The published copy full page, for everybody: blank for a draft. */
export const publishedPath = (agentId: string) => `/${currentRegion()}/prototype/${agentId}`;

/** The agent full page, as its visitors see it or, before there are any, as they will. */
export const fullPagePath = ({ ID, isPublished }: Pick<Agent, 'ID' | 'isPublished'>) =>
  isPublished ? publishedPath(ID) : workingCopyPath(ID);
