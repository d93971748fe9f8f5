import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says of whoever signs in next. */
export type OpenIdAccount = { sub: string; email: string; email_verified: boolean; name: string };

const CLIENT = { clientId: 'platform', clientSecret: 'platform-secret-0123456789abcdefghij' };

/**
 * A certified OpenID Connect provider on a free port of this machine, in Google's place. Nobody is asked: whoever comes is
 * `account`, which a test sets.
 */
export async function startOpenIdServer() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: { account: OpenIdAccount; refuses: boolean } = {
    account: { sub: 'g-1', email: 'gina@example.com', email_verified: true, name: 'Gina Google' },
    refuses: false,
  };
  const accounts = new Map<string, OpenIdAccount>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: ['http://localhost/'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // As Google does, the ID token itself says who it is.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test-only'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    async findAccount(_context, sub) {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: async () => account };
    },
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: CLIENT.clientId,
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  // The server under test takes its port later than this one starts.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.endsWith('/auth/callback/google');
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    accounts.set(state.account.sub, state.account);
    const result = state.refuses
      ? { error: 'access_denied', error_description: 'no' }
      : { login: { accountId: state.account.sub, remember: false } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  return {
    environment: {
      GOOGLE_CLIENT_ID: CLIENT.clientId,
      GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
      GOOGLE_ISSUER: issuer,
    },
    /** Who signs in next. */
    setAccount: (account: OpenIdAccount) => void Object.assign(state, { account }),
    setRefusal: (refuses: boolean) => void Object.assign(state, { refuses }),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
