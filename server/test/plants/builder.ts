// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source code.
import type { Plant } from './plant.ts';

const SIGN_IN = `authProvider: {
        redirectUrl: 'https://shop.test/', clientMetadata: { redirect_uris: ['https://shop.test/'] },
        clientInformation: () => undefined, tokens: () => undefined, saveTokens() {}, saveCodeVerifier() {},
        redirectToAuthorization() {}, codeVerifier: () => '',
      } as never,`;

/** Faults that are planted into functions, the canvas, the crawler, tests of agents, guardrails and blueprints (`npm run plants -- builder`). */
export const plants: Plant[] = [
  {
    row: '1',
    promise: 'a confirmed effect reaches the receiver once, whoever dies',
    fault: 'what a dead worker began to send is sent again',
    edits: [
      [
        'server/src/domain/function-calls/make-call.ts',
        "if (held.isTakenOver && triesOf(kind, request.honoursIdempotencyKey) === 1) return endWithout(kind, 'interrupted');",
        '',
      ],
    ],
    tests: [['server/test/processes/calls-crash.pg.soak.test.ts', 'none is sent twice, and what nobody knows']],
  },
  {
    row: '2a',
    promise: 'no function leads inside',
    fault: 'the address is not looked at, and the connection is a plain one',
    edits: [
      [
        'server/src/adapters/guarded-fetch/guarded-call.ts',
        'const url = check(request.url);',
        'const url = new URL(request.url);',
      ],
      ['server/src/adapters/guarded-fetch/guarded-call.ts', 'connect: noting(connect, begun), ', ''],
    ],
    tests: [['server/src/adapters/guarded-fetch/guarded-call.test.ts', 'is never reached, in']],
  },
  {
    row: '2b',
    promise: 'a value stays in its place of the address',
    fault: 'values are put in as they are',
    edits: [
      [
        'server/src/domain/functions/build-request.rules.ts',
        "if (text === null || !PATH_VALUE.test(text) || text.includes('..') || /^[. ]+$/.test(text))",
        'if (text === null)',
      ],
      [
        'server/src/domain/functions/build-request.rules.ts',
        'segments.push(encodeURIComponent(text));',
        'segments.push(text);',
      ],
    ],
    tests: [['server/src/domain/functions/build-request.rules.test.ts', 'stay in their place or are refused']],
  },
  {
    row: '2c',
    promise: 'an MCP server is one address',
    fault: 'metadata of a sign-in is asked for by a plain fetch',
    edits: [
      [
        'server/src/adapters/mcp/tool-host.ts',
        'fetch,\n    reconnectionOptions: {',
        `fetch,\n    ${SIGN_IN}\n    reconnectionOptions: {`,
      ],
      [
        'server/src/adapters/mcp/guarded-mcp-fetch.ts',
        "if (String(target) !== address) return stop({ reason: 'forbidden', message: 'Only one address may be called.' });",
        'if (String(target) !== address) return globalThis.fetch(target, init);',
      ],
    ],
    tests: [['server/src/adapters/mcp/tool-host.test.ts', 'metadata of a sign-in is not asked for']],
  },
  {
    row: '2d',
    promise: 'a secret goes to its origins alone',
    fault: 'the origins of a credential are not looked at',
    edits: [
      [
        'server/src/domain/call-credentials/use-call-credential.ts',
        'if (!row?.origins.includes(origin)) return null;',
        'if (!row) return null;',
      ],
      [
        'server/src/domain/call-credentials/use-call-credential.ts',
        'if (origins?.includes(origin)) return;',
        'if (origins) return;',
      ],
    ],
    tests: [['server/test/journeys/functions.test.ts', 'it goes to no other origin']],
  },
  {
    row: '3a',
    promise: 'nothing that a model reads makes it do what must not be done',
    fault: 'an effect has no policy: it is called as a read is',
    edits: [
      [
        'server/src/domain/function-calls/place-call.ts',
        '...{ name: definition.name, kind: definition.kind,',
        "...{ name: definition.name, kind: 'read' as const,",
      ],
      [
        'server/src/domain/function-calls/place-call.ts',
        "const isEffect = definition.kind === 'effect';",
        'const isEffect = false;',
      ],
    ],
    tests: [['server/test/journeys/prompt-injection.test.ts', '200 attacks']],
  },
  {
    row: '3b',
    promise: 'what a visitor has to say themselves is taken from nobody else',
    fault: 'said values are taken as they come',
    edits: [
      [
        'server/src/domain/function-calls/model-calls.ts',
        "if (input.source !== 'said' || value === undefined || wasSaid(input, value, turn.said, today)) return [];",
        'if (value === value) return [];',
      ],
    ],
    tests: [['server/test/journeys/prompt-injection.test.ts', '200 attacks']],
  },
  {
    row: '3c',
    promise: 'no link leads where nobody of the agent named it',
    fault: 'links stay',
    edits: [
      [
        'server/src/domain/guardrails/guard-reply.ts',
        'mayLink: guarded.isLanguageModel\n',
        'mayLink: guarded.isLanguageModel && false\n',
      ],
    ],
    tests: [['server/test/journeys/prompt-injection.test.ts', '200 attacks']],
  },
  {
    row: '4a',
    promise: 'a call ends in its time',
    fault: 'the time ends with the head',
    edits: [
      [
        'server/src/adapters/guarded-fetch/guarded-call.ts',
        'for await (const chunk of untilEnded(chunks, ended)) {',
        'for await (const chunk of chunks) {',
      ],
      ['server/src/adapters/guarded-fetch/guarded-call.ts', 'reset: true,\n    signal,', 'reset: true,'],
    ],
    tests: [['server/src/adapters/guarded-fetch/guarded-call.test.ts', 'sends its body byte by byte']],
  },
  {
    row: '4b',
    promise: 'a gigabyte costs 20 MB at most',
    fault: 'the body is read whole and cut then',
    edits: [
      [
        'server/src/adapters/guarded-fetch/guarded-call.ts',
        'parts.push(chunk.subarray(0, limits.functionAnswerBytesMax - bytes));',
        'parts.push(chunk);',
      ],
      ['server/src/adapters/guarded-fetch/guarded-call.ts', "end = 'too_large';\n      break;", "end = 'too_large';"],
    ],
    tests: [['server/src/adapters/guarded-fetch/guarded-call.test.ts', 'sends a gigabyte']],
  },
  {
    row: '5a',
    promise: 'of 5,000 calls at once a hundred are made',
    fault: 'the count is not looked at within its own write',
    edits: [
      [
        'server/src/domain/function-calls/function-calls.queries.ts',
        'setWhere: sql`${functionCallCounts.used} < excluded.most`,',
        '',
      ],
    ],
    tests: [['server/src/domain/function-calls/call-limits.pg.test.ts', 'a hundred allowed']],
  },
  {
    row: '5b',
    promise: 'a secret stands in no prompt, message or trace',
    fault: 'what comes back is kept as it came',
    edits: [
      [
        'server/src/domain/function-calls/make-call.ts',
        'const text = opened ? opened.hide(answer.text) : answer.text;',
        'const { text } = answer;',
      ],
    ],
    tests: [['server/test/journeys/actions-of-models.test.ts', 'R20: a secret stands in no prompt']],
  },
  {
    row: '5c',
    promise: 'a tool that changed is off until somebody looked at it',
    fault: 'its fingerprint is not compared',
    edits: [
      [
        'server/src/domain/functions/tools-on.ts',
        'sourceId === tool.sourceId && name === tool.name && fingerprint === tool.fingerprint,',
        'sourceId === tool.sourceId && name === tool.name,',
      ],
    ],
    tests: [['server/test/journeys/mcp-tools.test.ts', 'describes it otherwise is off']],
  },
  {
    row: '6a',
    promise: 'the same events make the same states',
    fault: 'a wait counts from the clock',
    edits: [
      [
        'server/src/domain/flows/step-flow.rules.ts',
        'const until = run.event.at + node.minutes * 60_000;',
        'const until = Date.now() + node.minutes * 60_000;',
      ],
    ],
    tests: [['server/src/domain/flows/step-flow.rules.test.ts', 'the same events give the same state']],
  },
  {
    row: '6b',
    promise: 'an open conversation goes on behind a publish that took its node',
    fault: 'it stays at the node that is gone',
    edits: [
      [
        'server/src/domain/flow-turns/run-flow.ts',
        'let state = found ? moveState(flow, found, version) : firstState(flow, version, at);',
        'let state = found && moveState ? found : firstState(flow, version, at);',
      ],
    ],
    tests: [['server/test/journeys/flows.test.ts', 'publishes that take their nodes away']],
  },
  {
    row: '6c',
    promise: 'a version stays for as long as somebody is in the middle of it',
    fault: 'versions in use are deleted with the old ones',
    edits: [['server/src/domain/agents/agents.queries.ts', 'not(isHad), not(isUsed))', 'not(isHad))']],
    tests: [['server/test/journeys/flows.test.ts', 'publishes that take their nodes away']],
  },
  {
    row: '6d',
    promise: 'canvas and outline show one document and change nothing of it',
    fault: 'the outline orders the nodes of the document itself',
    edits: [
      [
        'web/src/features/flow-words/outline.ts',
        'const rows: OutlineRow[] = [];',
        'const rows: OutlineRow[] = [];\n  section.nodes.reverse();',
      ],
    ],
    tests: [['web/src/features/flow/parts/flow-views.test.ts', 'documents are the same JSON']],
  },
  {
    row: '8a',
    promise: 'no way to publish goes past the tests of an agent',
    fault: 'publishing does not ask the gate',
    edits: [
      [
        'server/src/domain/agents/publish-agent.ts',
        'await deps.publishGate(tx, member, { agentId: version.agentId, ...passed });',
        'if (!passed) return 0;',
      ],
    ],
    tests: [['server/test/journeys/suites.test.ts', 'blocks publishing until it does']],
  },
  {
    row: '8b',
    promise: 'a test of an agent calls nothing outside',
    fault: 'its calls are sent',
    edits: [
      [
        'server/src/domain/function-calls/make-call.ts',
        'test ? endOfTest(test, call.name) : await send',
        'test && !endOfTest ? GONE : await send',
      ],
    ],
    tests: [['server/test/journeys/suites.test.ts', 'calls nothing outside']],
  },
  {
    row: '9a',
    promise: 'fifty linked agents are what the merge says, whoever dies',
    fault: 'of what both changed the blueprint has the last word',
    edits: [
      [
        'server/src/domain/blueprints/merge-settings.rules.ts',
        'kept.push(say(of, at));\n    return current;',
        'kept.push(say(of, at));\n    return next;',
      ],
    ],
    tests: [
      ['server/src/domain/blueprints/merge-settings.rules.test.ts', ''],
      ['server/test/processes/blueprint-pushes.pg.soak.test.ts', 'each agent is what the merge says'],
    ],
  },
  {
    row: '11',
    promise: 'a sentence asks for a function only where it surely does',
    fault: 'no threshold',
    edits: [
      ['server/src/domain/understanding/match-intent.rules.ts', 'const SURE = 0.8;', 'const SURE = 0.01;'],
      ['server/src/domain/understanding/match-intent.rules.ts', 'const CLOSE = 0.62;', 'const CLOSE = 0.01;'],
    ],
    tests: [['server/src/domain/understanding/understanding-corpus.test.ts', '']],
  },
  {
    row: '12a',
    promise: 'a site that was read once is not asked for again where it says that nothing changed',
    fault: 'pages are asked for without what the site said of them',
    edits: [
      [
        'server/src/domain/documents/read-pages.ts',
        '...(mayAsk ? { validators: { etag, modified } } : {}),',
        '...(mayAsk ? {} : {}),',
      ],
    ],
    tests: [['server/src/domain/crawls/crawls.test.ts', 'read once more, nothing is sent or indexed again']],
  },
  {
    row: '12b',
    promise: 'what a pattern leaves out is never asked for',
    fault: 'patterns are judged when a page has come',
    edits: [
      [
        'server/src/domain/documents/read-pages.ts',
        'walk.sites.has(siteOf(link)) && walk.accepts(link)',
        'walk.sites.has(siteOf(link))',
      ],
      ['server/src/domain/documents/read-pages.ts', 'mayFollow: walk.accepts },', '},'],
    ],
    tests: [['server/src/domain/crawls/crawls.test.ts', 'ask for no address that a pattern leaves out']],
  },
  {
    row: '12c',
    promise: 'only what changed is indexed',
    fault: 'hashes are not compared',
    edits: [
      [
        'server/src/domain/documents/read-pages.ts',
        'prepared === null || (known?.contentHash === contentHash && known.chunks === prepared.chunks.length)',
        'prepared === null',
      ],
    ],
    tests: [['server/src/domain/crawls/crawls.test.ts', 'read it whole, and index only what did']],
  },
];
