import { phoneNumbersRoutes } from './phone-numbers.routes.ts';

export const phoneNumbers = { routes: phoneNumbersRoutes };
