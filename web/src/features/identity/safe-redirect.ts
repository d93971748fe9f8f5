/** Where to go after the sign-in: into this app, to an invitation or to an address to confirm, never to another site. */
export function safeRedirect(target: string | undefined, region: string): string {
  return target !== undefined && /^\/((app|no-auth)\/[\w-]+|verify-email)([/?#]|$)/.test(target)
    ? target
    : `/app/${region}/agents`;
}

/** Whether it is the form of a new agent that somebody wants to go on to. */
export const leadsToNewAgent = (target: string | undefined): boolean =>
  /^\/app\/[\w-]+\/agents\/new([/?#]|$)/.test(target ?? '');
