import { AgentSettings } from '@antiphon/contract/agents';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { afterAll, describe, expect, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { agentVersions } from '../../db/schema/agents.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { getWidgetAgent } from '../visitors/get-widget-agent.ts';
import { publishAgent, restoreVersion } from './publish-agent.ts';
import { updateAgent } from './update-agent.ts';

const reading = await makeReadingVendors([]);
afterAll(() => reading.close());

describe.each(await openTestDatabases())('custom CSS on $name', ({ database }) => {
  const publish = async (css: string, cleanCss = reading.vendors.cleanCss) => {
    const { scope, agentId: id } = await makeKnowledgeAgent(database);
    const member = { scope, userId: null, permissions: PERMISSIONS, client: null };
    let cleaned = 0;
    const deps = {
      database,
      systemScope: testSystemScope,
      ...answeringProbe,
      publishGate: demandSuite,
      platformKeys: new Set<never>(),
      cleanCss: (written: string) => {
        cleaned += 1;
        return cleanCss(written);
      },
    };
    const settings = AgentSettings.parse({ title: 'A', theme: { ADVANCED_customCSS: css } });
    await updateAgent(deps, member, { id, draftRevision: 1, settings });
    await publishAgent(deps, member, { id, note: '' });
    const shown = async () =>
      (await getWidgetAgent(deps, scope, id, { page: '', accepted: '', environment: 'live' })).ADVANCED_customCSS;
    return { scope, id, member, deps, shown, times: () => cleaned };
  };

  test('is cleaned when it is published, not when it is shown', async () => {
    const { shown, times, member, deps, id } = await publish(
      '.a{& ; background:url(https://attacker.test/p); x {}}.b{color:red}',
    );
    expect([await shown(), await shown()]).toEqual(['.a{}.b{color:red}', '.a{}.b{color:red}']);
    expect(times()).toBe(1);
    await restoreVersion(deps, member, { id, number: 1 });
    expect(await shown()).toBe(await shown());
    expect(times()).toBe(2);
  });

  test('of a version that an older server published is cleaned by its first visitor', async () => {
    const { shown, times, scope } = await publish('.b{color:red}');
    await database.transaction(scope, (tx) => tx.update(agentVersions).set({ customCss: null }));
    expect([await shown(), await shown()]).toEqual(['.b{color:red}', '.b{color:red}']);
    expect(times()).toBe(2);
  });

  test('that cannot be read within the limits is left out', async () => {
    const { shown } = await publish('.b{color:red}', () => Promise.reject(new VendorFailure('invalid', 'too long')));
    expect(await shown()).toBe('');
  });
});
