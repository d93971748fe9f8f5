import type { Plant } from './plant.ts';

/** What a search for holes found, put back: each attack is a test that fails on the code as it was (`npm run plants -- attacks`). */
export const plants: Plant[] = [
  {
    row: '1a',
    promise: 'an address of a thousand parameters costs nothing',
    fault: 'no bound before it is taken apart',
    edits: [
      [
        'server/src/domain/websites/links.rules.ts',
        'if (href.length > HREF_CHARS_MAX || (base && base.length > HREF_CHARS_MAX)) return null;',
        '',
      ],
      [
        'server/src/domain/websites/links.rules.ts',
        'url.href.length > ADDRESS_CHARS_MAX ? null : url.href',
        'url.href',
      ],
    ],
    tests: [['server/src/domain/websites/walk-pages.test.ts', 'are not looked at where they']],
  },
  {
    row: '1b',
    promise: 'a sitemap without end fills no memory',
    fault: 'no bound of depth',
    edits: [
      [
        'server/src/adapters/parsing/read-sitemap.ts',
        "if (path.length >= DEPTH_MAX) throw new ReadingProblem('The sitemap is nested too deeply.');",
        '',
      ],
    ],
    tests: [['server/src/domain/websites/list-sitemap-pages.test.ts', 'as many as a parser would have to remember']],
  },
  {
    row: '1c',
    promise: 'a page that kills its reader is given up',
    fault: 'attempts are not counted',
    edits: [
      [
        'server/src/domain/documents/reading-run.queries.ts',
        '.where(and(isUnread(scope, target), lt(documents.readingAttempts, READING_ATTEMPTS_MAX)))',
        '.where(isUnread(scope, target))',
      ],
      [
        'server/src/domain/documents/reading-run.queries.ts',
        'gte(documents.readingAttempts, READING_ATTEMPTS_MAX),',
        'gte(documents.readingAttempts, 1_000),',
      ],
    ],
    tests: [['server/src/domain/documents/read-document.test.ts', 'gives up what was cut off three times']],
  },
  {
    row: '2',
    promise: 'an address is confirmed by a session of its own account',
    fault: 'the mail alone confirms it',
    edits: [
      [
        'server/src/adapters/better-auth/better-auth.ts',
        "if (own?.user.id !== user.id) throw new APIError('FORBIDDEN', { code: NOT_OWN_SESSION });",
        '',
      ],
    ],
    tests: [['server/test/journeys/sign-in.test.ts', 'confirms nothing for whoever made it']],
  },
  {
    row: '3',
    promise: 'who opens a dashboard may there what they may themselves',
    fault: 'openers may everything',
    edits: [
      [
        'server/src/domain/client-sessions/find-opener.ts',
        'if (KEY_HOLDERS.includes(openedBy)) return PERMISSIONS;',
        'if (openedBy) return PERMISSIONS;',
      ],
    ],
    tests: [['server/src/domain/client-sessions/opened-dashboards.test.ts', 'whoever may manage clients alone looks']],
  },
  {
    row: '4',
    promise: 'the description of the API is made once',
    fault: 'made anew each time',
    edits: [['server/src/http/openapi.ts', 'made ??= make();', 'made = make();']],
    tests: [['server/test/journeys/front-door.test.ts', 'is made once, however often']],
  },
  {
    row: '6',
    promise: 'a borrowed session does not become the account',
    fault: 'no proof for another address',
    edits: [
      [
        'server/src/domain/client-sessions/demand-proof.ts',
        "else if (!mayReplacePassword(session, client, now)) fail('sign_in_again');",
        'else if (!mayReplacePassword) return { session, client, now };',
      ],
    ],
    tests: [['server/src/domain/client-sessions/own-things.test.ts', 'whoever borrows a session']],
  },
  {
    row: '7',
    promise: 'strangers use up nobody’s mails',
    fault: 'one share for all networks',
    edits: [
      [
        'server/src/domain/client-sessions/sign-in-by-mail.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
        'key: `client-code:${scope.workspaceUid}:${address ?? input.email}:${network}`',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
        'key: `client-code:${scope.workspaceUid}:${address ?? input.email}`',
      ],
    ],
    tests: [['server/test/journeys/locked-out.test.ts', '25 codes that a stranger asks for']],
  },
  {
    row: '8',
    promise: 'mails that nobody could send are shown on a developer’s machine alone',
    fault: 'shown behind a proxy',
    edits: [
      [
        'server/src/domain/email/read-outbox.ts',
        'isLocal && deps.isOwnMachine && deps.emailTransport === null',
        'isLocal && deps.emailTransport === null',
      ],
    ],
    tests: [['server/test/journeys/front-door.test.ts', 'are shown on a developer’s own machine alone']],
  },
  {
    row: '9',
    promise: 'what is trusted for a model is shut for sites and functions',
    fault: 'one list for all doors',
    edits: [
      [
        'server/src/app-vendors.ts',
        'const { outboundAllow, outboundAllowSites: allowed } = settings;',
        'const { outboundAllow, outboundAllow: allowed } = settings;',
      ],
    ],
    tests: [['server/test/walks/outbound-doors.test.ts', 'what is trusted for one purpose']],
  },
  {
    row: '10',
    promise: 'files of visitors have a bound together',
    fault: 'no quota',
    edits: [
      [
        'server/src/domain/uploads/demand-room.ts',
        "if ((await sumBytes(tx, scope, 'visitor')) > limits.visitorFileBytesMax)",
        'if (!tx)',
      ],
    ],
    tests: [['server/test/journeys/visitor-files.test.ts', 'those of a workspace have so many bytes together']],
  },
  {
    row: '11',
    promise: 'no secret of a failed query is printed',
    fault: 'printed as they are',
    edits: [
      [
        'server/src/db/describe-error.ts',
        "'params' in error || typeof error.severity === 'string'",
        "'params' in error && error.severity === 'nothing'",
      ],
      ['server/src/db/describe-error.ts', ".replace(/Failed query:[\\s\\S]*/, 'Failed query')", ''],
    ],
    tests: [['server/src/db/describe-error.test.ts', '']],
  },
  {
    row: '12',
    promise: 'a login mail leads to the agency’s own host',
    fault: 'the Host of the request is believed',
    edits: [
      [
        'server/src/domain/client-sessions/client-sessions.routes.ts',
        'await sendLoginCode(deps, visit, { email, origin: calledUrlOf(calledHost(context.headers), deps) });',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
        "await sendLoginCode(deps, visit, { email, origin: `http://${context.headers.get('host')}` });",
      ],
    ],
    tests: [['server/test/journeys/front-door.test.ts', 'whatever port and scheme a stranger writes']],
  },
  {
    row: '13',
    promise: 'custom CSS loads nothing from elsewhere',
    fault: 'what could not be read is kept, and nothing is looked at afterwards',
    edits: [
      [
        'server/src/adapters/parsing/clean-css.ts',
        "return (node.type !== 'Atrule' && node.type !== 'Rule') || node.prelude?.type !== 'Raw';",
        'return true;',
      ],
      [
        'server/src/adapters/parsing/clean-css.ts',
        "return reachesOut(cleaned) ? '' : cleaned;",
        'return reachesOut ? cleaned : "";',
      ],
    ],
    tests: [['server/src/adapters/parsing/clean-css.test.ts', 'custom CSS cannot reach out']],
  },
  {
    row: '14',
    promise: 'a document does not say who the visitor is',
    fault: 'whatever the model notes is kept',
    edits: [
      [
        'server/src/domain/lead-capture/lead-values.rules.ts',
        '.filter(([key, value]) => isSaid(types.get(key), value, text))',
        '.filter(([key, value]) => isSaid(types.get(key), value, text) || true)',
      ],
    ],
    tests: [['server/test/journeys/lead-capture.test.ts', 'what a document says of its visitor']],
  },
  {
    row: '15',
    promise: 'what an answer cost is told to no visitor',
    fault: 'told as it is stored',
    edits: [
      [
        'server/src/domain/streams/streams.queries.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
        "sql`${conversationEvents.data} - 'credits'`",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
        'sql`${conversationEvents.data}`',
      ],
    ],
    tests: [['server/test/journeys/client-pages.test.ts', 'what an answer cost is told to the workspace']],
  },
  {
    row: '17',
    promise: 'no page of others runs under the description of the API',
    fault: 'served without a policy',
    edits: [
      [
        'server/src/http/docs.ts',
        'for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);',
        'if (!HEADERS) c.header("x", "y");',
      ],
    ],
    tests: [['server/test/journeys/front-door.test.ts', 'runs nothing of others']],
  },
  {
    row: '19',
    promise: 'notes of one moment are counted one after the other',
    fault: 'no lock',
    edits: [
      [
        'server/src/domain/handoffs/annotate-conversation.ts',
        "if (!(await lockTags(tx, scope, conversationId))) fail('not_found');",
        '',
      ],
    ],
    tests: [['server/src/domain/handoffs/annotate-conversation.test.ts', 'written in one moment']],
  },
];
