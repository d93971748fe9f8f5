/** Who may import whom. The comments in docs/architecture.md are the reasons; this file is the law. */
const no = (name, from, to) => ({ name, severity: 'error', from, to });
const P = (path, pathNot) => ({ path, ...(pathNot ? { pathNot } : {}) });
/** Arithmetic that the server and every screen share; it knows nothing of ours. */
const PURE = '^contract/src/(colour|csv)\\.ts$';
module.exports = {
  forbidden: [
    no('no-circular', {}, { circular: true }),
    // An import the checker cannot resolve is an import it cannot judge; the text of a style sheet is Vite's to resolve.
    no('no-unresolvable', {}, { couldNotResolve: true, pathNot: '\\.css\\?inline$' }),
    {
      name: 'slices-form-no-circle',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(server|web)/src/' },
      to: { circular: true },
    },
    // packages
    no('contract-imports-nothing-of-ours', P('^contract/'), P('^(server|web|widget|e2e)/')),
    no('screens-see-only-the-contract', P('^(web|widget)/'), P('^(server|e2e)/')),
    no('web-never-imports-widget', P('^web/'), P('^widget/')),
    no('widget-never-imports-web', P('^widget/'), P('^web/')),
    no('widget-takes-contract-types-only', P('^widget/'), {
      ...P('^contract/', PURE),
      dependencyTypesNot: ['type-only'],
    }),
    no('server-never-imports-a-screen', P('^server/'), P('^(web|widget|e2e)/')),
    no('the-stand-in-knows-nothing-of-ours', P('^stand-in/'), P('^(contract|server|web|widget|e2e)/')),
    no('only-tests-know-the-stand-in', P('', '^(stand-in|server/test|e2e)/|\\.test\\.tsx?$'), P('^stand-in/')),
    no('the-stand-in-runs-without-the-library-it-answers', P('^stand-in/src/'), {
      ...P('node_modules/stripe/'),
      dependencyTypesNot: ['type-only'],
    }),
    // server
    no('plumbing-knows-no-nouns', P('^server/src/(http|jobs|db)/'), P('^server/src/(domain|adapters|app|main)')),
    no('domain-never-imports-adapters', P('^server/src/domain/'), P('^server/src/(adapters|app|main)')),
    no('only-routes-touch-http', P('^server/src/domain/', '\\.routes\\.ts$'), P('^server/src/http/')),
    no('only-jobs-touch-the-queue', P('^server/src/domain/', '\\.jobs\\.ts$'), P('^server/src/jobs/')),
    no(
      'only-queries-touch-the-tables',
      P('^server/src/domain/', '\\.(queries|test)\\.ts$'),
      P('^server/src/db/schema/'),
    ),
    no(
      'a-slice-keeps-sql-routes-and-jobs-private',
      P('^server/src/domain/([^/]+)/', '\\.test\\.ts$'),
      P('^server/src/domain/[^/]+/.*\\.(queries|routes|jobs)\\.ts$', '^server/src/domain/$1/'),
    ),
    no('routes-and-jobs-call-use-cases-not-sql', P('\\.(routes|jobs)\\.ts$'), P('\\.queries\\.ts$')),
    no('rules-are-pure', P('\\.rules\\.ts$'), {
      ...P('^server/src/', '\\.(rules|ports)\\.ts$|\\.json$'),
      dependencyTypesNot: ['type-only'], // the shape of a row does no I/O
    }),
    no(
      'adapters-see-ports-only',
      P('^server/src/adapters/', '^server/src/adapters/(parsing|vector-memory)/'),
      P('^server/src/(domain|http|jobs|db)/', '\\.ports\\.ts$'),
    ),
    no(
      'worker-threads-run-pure-rules', // what a stranger's input or many numbers make long may not run beside other requests
      P('^server/src/adapters/(parsing|vector-memory)/'),
      P('^server/src/(domain|http|jobs|db)/', '\\.(ports|rules)\\.ts$'),
    ),
    no(
      'vendor-sdks-live-in-adapters',
      P('^server/src/', '^server/src/adapters/'),
      P('node_modules/(stripe|resend|twilio|openai|@anthropic-ai|@aws-sdk)/'),
    ),
    no(
      'adapters-are-strangers',
      P('^server/src/adapters/([^/]+)/'),
      P('^server/src/adapters/[^/]+/', '^server/src/adapters/($1|shared)/'),
    ),
    no(
      'scopes-are-made-from-who-asks',
      P('^server/src/', '^server/src/(http|jobs|app)|\\.test\\.ts$'),
      P('^server/src/db/make-scope'),
    ),
    // web
    no('shells-are-strangers', P('^web/src/shells/([^/]+)/'), P('^web/src/shells/[^/]+/', '^web/src/shells/$1/')),
    no('features-and-ui-never-look-up', P('^web/src/(features|ui)/'), P('^web/src/shells/')),
    no('ui-knows-no-nouns-and-no-api', P('^web/src/ui/'), P('^(web/src/(features|api)|contract/)', PURE)),
    no(
      'feature-parts-are-private',
      P('^web/src/features/([^/]+)/'),
      P('^web/src/features/[^/]+/parts/', '^web/src/features/$1/'),
    ),
    no('shells-use-feature-surfaces', P('^web/src/shells/'), P('^web/src/features/[^/]+/parts/')),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
