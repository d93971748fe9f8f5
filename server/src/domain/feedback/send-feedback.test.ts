import { afterAll, describe, expect, test } from 'vitest';
import { ok } from '../../../test/factories/api-factory.ts';
import { makeAgency, setSendingDomain, startClientSession } from '../../../test/factories/client-factory.ts';
import { mailedProps } from '../../../test/factories/people.ts';
import { startTestApi } from '../../../test/harness/api.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';

const FILE = 'The invoice of October is wrong.';

describe.each(await openTestDatabases())('feedback on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(() => api.stop());
  const agency = await makeAgency(api);

  test('it is stored and mailed to the support address, with its files', async () => {
    const client = await agency.newClient();
    const caller = await startClientSession(api, { uid: agency.owner.uid, clientId: client.ID });
    const post = (path: string, body: unknown) => api.call('POST', path, { caller, body });
    const path = `/agencies/${agency.agencyId}/email`;
    const abilities = async () => ok(await api.call('GET', '/client/me', { caller })).abilities;
    expect((await abilities()).canGiveFeedback).toBe(false);
    expect((await post(path, { message: 'Hello' })).status).toBe(409);
    const supportEmail = `help-${client.ID.toLowerCase()}@example.com`;
    ok(await agency.asOwner('POST', '/agency', { supportEmail }));
    // The button waits for the sending domain; a verified one alone counts.
    expect((await abilities()).canGiveFeedback).toBe(false);
    for (const status of ['pending', 'temporary_failure', 'verified']) {
      await setSendingDomain(database, agency.owner.uid, status);
      expect((await abilities()).canGiveFeedback, status).toBe(status === 'verified');
    }
    const form = new FormData();
    form.set('message', 'The chart is empty.\n\nSince Monday.');
    form.append('attachments', new File([FILE], 'invoice.txt'));
    form.append('attachments', new File(['a,b\n1,2\n'], 'numbers.csv'));
    ok(await post(path, form));
    const [mail] = (await mailedProps(database, supportEmail)) as {
      paragraphs: string[];
      files: string[];
      brandName: string;
    }[];
    expect(mail).toMatchObject({ email: client.email, paragraphs: ['The chart is empty.', 'Since Monday.'] });
    expect(mail?.files).toHaveLength(2);
    const address = mail?.files[0]?.split(': ')[1] ?? '';
    expect(new URL(address).hostname).toBe(agency.host);
    const { pathname } = new URL(address);
    expect((await api.call('GET', pathname.replace('/api/na', ''), { caller })).text).toBe(FILE);
    const bad = new FormData();
    bad.set('message', 'Look');
    bad.append('attachments', new File([FILE], 'fine.txt'));
    bad.append('attachments', new File([new Uint8Array([0x4d, 0x5a, 0x90, 0])], 'setup.exe'));
    expect((await post(path, bad)).status).toBe(415);
    expect(await mailedProps(database, supportEmail)).toHaveLength(1);
    // Whatever a browser names besides: it goes where all feedback goes.
    const named = { message: 'And the table.', to: ['mallory@example.com'], subject: 'Pay here', html: '<b>Pay</b>' };
    ok(await post(path, named));
    expect(await mailedProps(database, 'mallory@example.com')).toEqual([]);
    const elsewhere = (await makeAgency(api)).agencyId;
    expect((await post(`/agencies/${elsewhere}/email`, { message: 'Hello' })).status).toBe(404);
  });
});
