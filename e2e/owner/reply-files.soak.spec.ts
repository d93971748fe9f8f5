import { expect } from '@playwright/test';
import sharp from 'sharp';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { openChat } from '../world/visitor.ts';

// An operator answers with files: chosen, pasted and dropped; one that the server does not take says why and stays; the visitor opens
// what was sent.

test('files of an operator', async ({ browser, shared, shop }) => {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, shared.origin, addressFor('files'));
  const agentId = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  const operator = await context.newPage();
  await operator.goto(`${shared.origin}/app/na/inbox`);
  await expect(operator.getByText('Your inbox is empty')).toBeVisible();

  const script = `<script async src="${shared.origin}/widget.js" data-id="${agentId}" data-region="na"></script>`;
  const { chat } = await openChat(browser, shop, script);
  await chat.getByRole('button', { name: 'Talk to a person' }).click();
  await operator.getByRole('list', { name: 'Conversations for people' }).getByRole('button').click();
  await operator.getByRole('button', { name: 'Take over' }).click();
  const reply = operator.getByRole('textbox', { name: 'Your reply' });
  const files = operator.getByRole('list', { name: 'Files of this reply' }).getByRole('listitem');
  const send = operator.getByRole('button', { name: 'Send', exact: true });
  await expect(reply).toBeFocused();
  await expect(send).toBeDisabled();

  const choose = async (...chosen: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const choosing = operator.waitForEvent('filechooser');
    await operator.getByRole('button', { name: 'Attach files' }).click();
    await (await choosing).setFiles(chosen);
  };
  const drop = (where: 'paste' | 'drop', name: string, content: string) =>
    operator.evaluate(
      ({ where, name, content }) => {
        const data = new DataTransfer();
        data.items.add(new File([content], name, { type: 'text/plain' }));
        const [field] = document.querySelectorAll('[data-composer] textarea');
        if (where === 'paste') {
          field?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
          return;
        }
        const told = (kind: string, at: Element) =>
          at.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
        told('dragenter', document.body);
        const target = document.querySelector('.mantine-Dropzone-root');
        for (const kind of ['dragenter', 'dragover', 'drop']) if (target) told(kind, target);
      },
      { where, name, content },
    );

  await reply.fill('Here is the way.\n'.repeat(20));
  await send.click();
  const last = operator.getByRole('log', { name: 'Conversation' }).getByRole('listitem').last();
  await expect(last).toContainText('Here is the way.');

  const picture = await sharp({ create: { width: 24, height: 24, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await choose({ name: 'route.png', mimeType: 'image/png', buffer: picture });
  await expect(files).toHaveText([/route\.png/]);
  await expect(reply).toBeFocused();
  await drop('paste', 'notes.txt', 'Bring a lock.');
  await drop('drop', 'prices.csv', 'bike,28');
  await choose({ name: 'setup.txt', mimeType: 'text/plain', buffer: Buffer.from([0x4d, 0x5a, 0x90, 0, 1, 2, 3]) });
  await expect(files).toHaveCount(4);
  // Planted: nothing is scrolled when the reply grows -> the files lie upon what was said last.
  const beneath = async () => {
    const [said, reply] = [await last.boundingBox(), await operator.locator('[data-composer]').boundingBox()];
    return (said?.y ?? 0) + (said?.height ?? 0) - (reply?.y ?? 0);
  };
  await expect.poll(beneath).toBeLessThanOrEqual(0);
  const refused = files.filter({ hasText: 'setup.txt' });
  await expect(refused.getByRole('alert')).toContainText('The file could not be uploaded. Only png');
  await expect(refused.getByRole('button', { name: 'Retry' })).toBeVisible();
  await refused.getByRole('button', { name: 'Remove setup.txt' }).press('Enter');
  await expect(files).toHaveCount(3);
  await choose(...[1, 2, 3].map((n) => ({ name: `${n}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') })));
  await expect(operator.getByText('A message can have at most 5 files.')).toBeVisible();
  for (const name of ['1.txt', '2.txt']) await operator.getByRole('button', { name: `Remove ${name}` }).click();
  // They wait like the text.
  await expect(operator.getByRole('progressbar')).toHaveCount(0);
  await operator.reload();
  await expect(files).toHaveCount(3);

  await reply.press('Enter');
  await expect(files).toHaveCount(0);
  const sent = chat.locator('.chat-message-agent .chat-file');
  await expect(sent).toHaveText([/route\.png/, /notes\.txt/, /prices\.csv/]);
  await expect(chat.locator('.chat-message-agent').last().locator('.chat-bubble')).toHaveCount(0);
  const shown = operator.getByRole('log').getByRole('link');
  await expect(shown).toHaveText([/route\.png/, /notes\.txt/, /prices\.csv/]);
  const href = await sent.first().getAttribute('href');
  const opened = await context.request.get(new URL(href ?? '', shared.origin).href);
  expect(opened.headers()['content-type']).toBe('image/png');
  expect((await sharp(await opened.body()).metadata()).width).toBe(24);
});
