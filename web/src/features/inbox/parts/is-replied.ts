import type { InboxItem } from '@antiphon/contract/handoffs';

type Times = Pick<InboxItem, 'repliedAt' | 'activityAt' | 'leftAt'>;

/** An operator spoke last: the visitor neither wrote nor left anything since. */
export const isReplied = ({ repliedAt, activityAt, leftAt }: Times): boolean =>
  repliedAt !== null && [activityAt, leftAt].every((at) => at === null || Date.parse(at) < Date.parse(repliedAt));
