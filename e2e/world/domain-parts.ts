import type { Page } from '@playwright/test';

/** What the screen has of a domain of one's own. */
export const domainParts = (page: Page) => ({
  field: page.getByLabel('Custom domain', { exact: true }),
  setUp: page.getByRole('button', { name: 'Set up domain' }),
  verify: page.getByRole('button', { name: 'Verify' }),
  /** That of the domain of one's own stands after the subdomain's, where there is one. */
  remove: page.getByRole('button', { name: 'Remove domain' }).last(),
  removing: page.getByRole('dialog', { name: 'Remove this domain?' }),
  records: page.getByRole('listitem').filter({ has: page.getByText('Value wanted', { exact: true }) }),
});
