import { callCredentialsRoutes } from './call-credentials.routes.ts';

export const callCredentials = { routes: callCredentialsRoutes };
