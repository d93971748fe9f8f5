import type { ClientMe } from '@antiphon/contract/client-sessions';
import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';

/** The client who is signed in. The shell has read it before any screen is drawn. */
export const useClient = (): ClientMe => useSuspenseQuery(query.clientSessions.getMe.queryOptions()).data;
