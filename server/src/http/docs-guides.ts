import { errors } from '@antiphon/contract/error-list';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@antiphon/contract/webhooks';

// Below the quick start: what a program has to know besides the calls. `docs/webhooks.md` says more of events, for those who run this.

const EVENTS: Record<WebhookEventType, string> = {
  conversation_started: 'agentId, conversationId',
  conversation_ended: 'agentId, conversationId, reason (inactivity, rating)',
  conversation_rated: 'agentId, conversationId, rating (1 to 5, or null), comment',
  answer_rated: 'agentId, conversationId, messageId, thumb (up, down, or null), reason, comment',
  lead_created: 'agentId, conversationId, leadId, name, email, phone, message, asksForPerson',
  agent_published: 'agentId, version, environment (live or staging)',
  credits_low: 'usedPercent, creditsLeft, creditsGranted, orgId (whose credits; null: the workspace)',
  client_created: 'clientId, orgId, name, email',
  agency_subdomain_verified: 'agencyId, userId, domain',
};

const VERIFY = `// Node 20 or newer, nothing to install. WEBHOOK_SECRET is what was shown when the endpoint was made.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

createServer(async (request, response) => {
  let body = ''; // As it came, byte for byte.
  for await (const part of request.setEncoding('utf8')) body += part;
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = request.headers;
  const wanted = Buffer.from('v1,' + createHmac('sha256', key).update(id + '.' + at + '.' + body).digest('base64'));
  const isOurs = signatures.split(' ').map((one) => Buffer.from(one))
    .some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
  const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < 300;
  response.writeHead(isOurs && isFresh ? 204 : 401).end();
  if (isOurs && isFresh) console.log(JSON.parse(body));
}).listen(8080);`;

const ON_PAGE = `<script>
  // Before the tag of the script. All of it may be left out.
  window.AgentChat = {
    variables: { name: 'Ada', plan: 'pro' }, // what the agent and the inbox know of the visitor
    autostart: false, // open by itself
    modalMode: false, // the page behind is covered
    lang: 'de', // the language of the page, before that of the browser
    env: 'staging', // what is not live yet, where the agent has staging
  };
</script>
<!-- then the tag, as the app shows it under Widget Script -->

<button onclick="AgentChat.open()">Ask us</button>
<script>
  // The script comes late: what the page itself asks of it, it asks once it has loaded.
  addEventListener('load', () => AgentChat.on('open', () => console.log('opened')));
</script>`;

const CALLS: [call: string, what: string][] = [
  ['open(), close(), toggle()', 'The chat. Safe to call before the agent has loaded: calls wait in their order.'],
  ["send('text'), compose('text')", 'Opens the chat and sends the text, or only writes it into the field.'],
  [
    "setVariables({ plan: 'pro' })",
    'Adds to what is known of the visitor, in a running chat too. identify() is the same.',
  ],
  ["on('open', listener)", 'Events: ready, open, close. Returns a function that takes the listener away.'],
  ['ready()', 'A promise: true where the agent is there, false where it is gone or may not go on.'],
  ['shutdown()', 'Removes the chat from the page. The tag, added again, begins anew.'],
];

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const block = (text: string) => `<pre tabindex="0">${escapeHtml(text)}</pre>`;
const table = (heads: string[], rows: string[][]) =>
  `<div class="table" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`;
const guide = (id: string, title: string, body: string) =>
  `<details class="guide" id="${id}"><summary><h2>${title}</h2></summary>\n${body}\n</details>`;

export const GUIDES = [
  guide(
    'page',
    'The chat on a page',
    `<p>The script defines one global, ${code('AgentChat')}. Set before the script it holds options; afterwards it holds the calls below.
In a single-page app the tag stands once, in the first HTML: the chat stays while the app changes its routes.</p>
${block(ON_PAGE)}
${table(
  ['Call', 'What it does'],
  CALLS.map(([call, what]) => [code(call), what]),
)}`,
  ),
  guide(
    'events',
    'Events, and how to know that they are ours',
    `<p>In the app, open Utilities, then Events, and add an endpoint: a public https address. Each event is a POST of
${code('{ "type", "payload" }')} with the headers of <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>; one of its libraries or this
checks the signature:</p>
${block(VERIFY)}
<p>Answer 2xx within 15 seconds. Anything else is tried again, eleven times within three days, so an event may come twice:
remember its ${code('webhook-id')}. Events may come in another order than they happened in. After five days of failures the endpoint is paused.</p>
${table(
  ['Type', 'Payload, besides createdAt and workspaceSecret'],
  WEBHOOK_EVENT_TYPES.map((type) => [code(type), EVENTS[type]]),
)}`,
  ),
  guide(
    'errors',
    'Errors and limits',
    `<p>A key may make 1,800 calls a minute, and 180 searches, exports and reports among them. An answer of 429 says in its header
${code('Retry-After')} after how many seconds to try again. Lists are read page by page: send ${code('nextCursor')} of an answer as ${code('cursor')}.
Quote the ${code('requestId')} of an error when you ask for help.</p>
${table(
  ['Status', 'Code', 'Message'],
  Object.entries(errors).map(([name, { status, message }]) => [String(status), code(name), escapeHtml(message)]),
)}`,
  ),
].join('\n');
