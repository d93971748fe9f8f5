import { expect, type Page } from '@playwright/test';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';

const broken = '.a{background:url(https://attacker.example/x)}\n';
const comments = '/* kept */'.repeat(1_700);
const sheet = `${broken.repeat(1_000)}${comments}\nnav a { letter-spacing: 3px; }`;
if (sheet.length > 64 * 1024 || sheet.length < 63 * 1_000) throw new Error(`a sheet of ${sheet.length} characters`);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

// Planted: the sheet is stored as it was cleaned -> what was typed is gone. A field of a tab's card that shows no reason -> none is found.
// The validator's own sentence -> "Too big: expected string to have <=65536 characters".
test('what the settings cannot take is refused with its reason, and everything else stays until it is saved', async ({
  browser,
  shared,
}) => {
  const context = await browser.newContext();
  const { uid, call } = await signUpOwner(context.request, shared.origin, addressFor('ann'));
  await call('post', '/rpc/activateWhitelabelTrial', { uid });
  const page = await context.newPage();
  await page.goto(`${shared.origin}/app/na/agency`);
  const open = (name: string) => page.getByRole('tab', { name }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const name = page.getByLabel('Agency name');
  await name.fill('Nordlicht am Hafen');
  const photo = page.locator('input[type=file]').first();
  await photo.setInputFiles(file('logo.svg', 'image/svg+xml', Buffer.from(svg)));
  await expect(page.getByText(/^Only .*png.* Files$/)).toBeVisible();
  // Called by another name it is found out by what is in it.
  await photo.setInputFiles(file('logo.png', 'image/png', Buffer.from(svg)));
  await expect(page.getByText('The photo could not be uploaded. Only png, jpeg, webp, gif Files')).toBeVisible();

  await open('Theme');
  const font = page.getByRole('combobox', { name: 'Font' });
  const fault = page.getByText('This font name is not a valid one, please double check font name.');
  await font.fill('No such font');
  await expect(fault).toBeVisible();
  await fillCss(page, sheet);
  await expect(page.getByText('Left out, because it loads from elsewhere or cannot be read:')).toBeVisible();
  await expect(page.getByText('Line 1:')).toBeVisible();
  await fillCss(page, `${sheet}${'/* more */'.repeat(300)}`);
  await expect(page.getByText('Please use at most 65,536 characters.')).toBeVisible();
  await save.click();
  // At the field, and in what tells that nothing was saved.
  await expect(page.getByText('Please use at most 65,536 characters.')).toHaveCount(2);
  await fillCss(page, sheet);
  await expect(page.getByText('Line 1:')).toBeVisible();

  await open('Custom Tabs');
  await page.getByRole('button', { name: 'Add tab' }).click();
  await page.getByLabel('Label', { exact: true }).fill('Offers');
  const url = page.getByLabel('URL', { exact: true });
  await url.fill('/home');
  await page.locator('input[type=file]').setInputFiles(file('icon.png', 'image/png', Buffer.alloc(1.1 * 1024 * 1024)));
  await expect(page.getByText('Max size: 1 MBs')).toBeVisible();
  await save.click();
  await expect(page.getByText('This URL is reserved for a default tab')).toBeVisible();
  await url.fill('/offers');
  const origins = page.getByRole('textbox', { name: 'Loads from' });
  await origins.fill(Array.from({ length: 11 }, (_, at) => `https://cdn${at}.example.com`).join('\n'));
  await open('Theme');
  await expect(font).toHaveValue('No such font');
  await font.fill('Lora');
  await expect(fault).toHaveCount(0);
  // What only the server knows to be its own: the card is opened, with the reason at the field.
  const reason = page.locator('[data-tab] .mantine-InputWrapper-error');
  await save.click();
  await expect(reason).toHaveText('Use at most 10 addresses, one a line.');
  await origins.fill('https://content.localhost');
  await save.click();
  await expect(reason).toHaveText('Use an address outside of this platform.');
  await origins.fill('');
  await page.getByText('Iframe', { exact: true }).click();
  const address = page.getByLabel('Address of the page');
  await address.fill('https://app.localhost');
  await save.click();
  await expect(address).toBeFocused();
  await expect(reason).toHaveText('Use an address outside of this platform.');
  await address.fill('');
  await page.getByText('HTML', { exact: true }).first().click();
  await save.click();
  await expect(page.getByText('All changes saved')).toBeVisible();

  const { agency } = await call('get', `/v2/workspaces/${uid}/agency`);
  expect(agency).toMatchObject({
    name: 'Nordlicht am Hafen',
    googleFont: 'Lora',
    squarePhotoURL: '',
    customCSS: sheet,
  });
  expect(agency.customTabs).toMatchObject([{ label: 'Offers', href: '/offers', iconUrl: '' }]);
  await context.close();
});

/** By a paste: `fill` would have the browser make a thousand lines one after another. */
async function fillCss(page: Page, css: string) {
  const field = page.getByRole('textbox', { name: 'Custom CSS' });
  await field.press('ControlOrMeta+A');
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, css);
}
