import { fail } from '@antiphon/contract/errors';
import type { RequestContext } from './context.ts';
import { callerOf, type Member, takeShare } from './procedures.ts';

/** Searches, exports and reports of one workspace that run or wait at a time, in one process. */
const EXPENSIVE_OPEN_MAX = 24;
/** What somebody waits who asks while as many of theirs wait. */
const EXPENSIVE_RETRY_SECONDS = 2;

/**
 * Around what may read much of a workspace: searches, exports, reports. Each person's and each workspace's are counted, and few
 * of a workspace may be on their way; whoever asks for more is refused at once, so that nothing piles up before the database.
 */
export async function readingMuch<Result>(
  context: RequestContext & { member: Member },
  work: () => Promise<Result>,
): Promise<Result> {
  const { member, access } = context;
  const { workspaceUid } = member.scope;
  // From memory first: a refusal must cost next to nothing.
  const opened = access.open([{ key: `much:${workspaceUid}`, max: EXPENSIVE_OPEN_MAX }]);
  if (!opened) fail('rate_limited', { retryAfterSeconds: EXPENSIVE_RETRY_SECONDS });
  try {
    await takeShare(context, { key: `much:${callerOf(member)}`, max: 180, windowSeconds: 60 });
    await takeShare(context, { key: `much:${workspaceUid}`, max: 900, windowSeconds: 60 });
    return await work();
  } finally {
    opened.release();
  }
}
