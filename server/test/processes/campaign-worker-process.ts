import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { CampaignId, WorkspaceUid } from '@antiphon/contract/ids';
import pino from 'pino';
import { makeTwilioVoice } from '../../src/adapters/twilio/twilio-voice.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { beginAttempt } from '../../src/domain/campaign-runs/begin-attempt.ts';
import { makeChannels } from '../factories/channels-factory.ts';

/** Calls what a campaign is to call, or writes to whom it is to write, as fast as it may at a clock that runs a hundred times as fast. It is meant to be killed at any moment. */
const [url = '', twilioUrl = '', secretKey = '', uid = '', campaignId = '', from = '', channel = ''] =
  process.argv.slice(2);
const database = await openPostgres('na', url, { visitors: 4 });
const deps = {
  ...{ database, secretKey, systemScope: makeSystemScope('test'), log: pino({ level: 'silent' }) },
  telephony: makeTwilioVoice({ baseUrl: twilioUrl, wholeMs: 2_000 }),
  channels: makeChannels(twilioUrl),
  hookBase: 'https://app.example.test/api/na/hooks',
  clock: () => new Date(Number(from) + (Date.now() - Number(from)) * 100),
};
writeSync(1, 'ready\n');
/** Those who are tried again a little later are waited for; those of whom nobody knows are not. */
for (let idle = 0; idle < 60; ) {
  const outcome = await beginAttempt(deps, makeScope(uid as WorkspaceUid), campaignId as CampaignId);
  if (outcome === 'rate') await wait(5);
  else if (outcome === 'later' && channel === 'sms') await wait(50);
  else if (outcome !== 'begun' && outcome !== 'again') break;
  idle = outcome === 'later' ? idle + 1 : 0;
}
await database.close();
