import type { AccessScope } from '@antiphon/contract/access-keys';
import type { Permission } from '@antiphon/contract/permissions';

// Written out: the schema would bring its library into the page.

/** How the texts call them. */
export const SCOPE_WORDS = {
  read: 'read',
  'conversations.read': 'conversationsRead',
  'knowledge.write': 'knowledgeWrite',
  'agents.write': 'agentsWrite',
  'agents.publish': 'agentsPublish',
} as const satisfies Record<AccessScope, string>;

/** What a person needs themselves to give it; every member has the others. */
export const SCOPE_NEEDS: Partial<Record<AccessScope, Permission>> = {
  'knowledge.write': 'agents.write',
  'agents.write': 'agents.write',
  'agents.publish': 'agents.publish',
};

export const SCOPES = Object.keys(SCOPE_WORDS) as AccessScope[];
