import { GUIDES } from './docs-guides.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** The page around the reference: whose API it is, how a first call is made, and in which of both schemes one reads. */
export const docsPage = (platformName: string): string => {
  const name = escapeHtml(platformName);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} API</title>
<script src="/api/docs/scheme.js"></script>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body>
<header class="bar">
<a class="brand" href="/">${name}</a>
<span class="what">API reference</span>
<nav aria-label="More">
<a href="/api/openapi.json">OpenAPI document</a>
<a href="/app/">Open the app</a>
<button type="button" id="scheme" aria-pressed="false">Dark</button>
</nav>
</header>
<main>
<section class="start" aria-labelledby="start-title">
<h1 id="start-title">Quick start</h1>
<ol>
<li>In the app, open <a href="/app/na/settings">Settings</a> and make a workspace secret. It is shown once.</li>
<li>Fill in what it says there. Nothing typed here leaves this page.
<div class="fields">
<label>Region <select id="region"><option value="na">North America</option><option value="eu">Europe</option></select></label>
<label>Workspace ID <input id="workspace" autocomplete="off" spellcheck="false" placeholder="YOUR_WORKSPACE_ID"></label>
<label>Secret <input id="secret" type="password" autocomplete="off" spellcheck="false" placeholder="YOUR_SECRET"></label>
</div></li>
<li>Paste this into a terminal. It lists the agents of the workspace.
<div class="command"><pre id="command" tabindex="0"></pre><button type="button" id="copy">Copy</button></div></li>
</ol>
<p>Calls of a visitor's chat need no secret: starting a conversation returns a token for it. Errors have a <code>code</code>,
a <code>message</code> and a <code>requestId</code>.</p>
</section>
${GUIDES}
<div id="reference"></div>
</main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;
};

/** Before the first paint: as it was chosen in the dashboard, else as the system has it. */
export const SCHEME_SCRIPT = `const chosen = localStorage.getItem('color-scheme');
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.toggle('dark-mode', isDark);`;

export const START_SCRIPT = `const byId = (id) => document.getElementById(id);
const [region, workspace, secret] = ['region', 'workspace', 'secret'].map(byId);
const asked = new URLSearchParams(location.search);
if (asked.get('region') === 'eu') region.value = 'eu';
workspace.value = asked.get('workspace') ?? '';
const quoted = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'";
const write = () => {
  const address = location.origin + '/api/' + region.value + '/v2/workspaces/' + (workspace.value.trim() || 'YOUR_WORKSPACE_ID') + '/agents';
  byId('command').textContent = 'curl ' + quoted(address) + ' -H ' + quoted('Authorization: Bearer ' + (secret.value.trim() || 'YOUR_SECRET'));
};
for (const field of [region, workspace, secret]) field.addEventListener('input', write);
write();
byId('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(byId('command').textContent);
  byId('copy').textContent = 'Copied';
  setTimeout(() => { byId('copy').textContent = 'Copy'; }, 2000);
});
// A link to a guide opens it.
const openGuide = () => {
  const guide = location.hash && byId(location.hash.slice(1));
  if (guide instanceof HTMLDetailsElement) { guide.open = true; guide.scrollIntoView(); }
};
addEventListener('hashchange', openGuide);
openGuide();
const root = document.documentElement;
const tell = () => byId('scheme').setAttribute('aria-pressed', String(root.classList.contains('dark-mode')));
byId('scheme').addEventListener('click', () => {
  localStorage.setItem('color-scheme', root.classList.toggle('dark-mode') ? 'dark' : 'light');
  tell();
});
tell();
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  tryItOutEnabled: false,
  supportedSubmitMethods: [],
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  tagsSorter: 'alpha',
});`;

/** Our colours, type and rhythm over the library's. Its own dark scheme hangs on the same class. */
export const DOCS_STYLE = `:root {
  --page: #fafaf8; --surface: #fff; --text: #17181c; --muted: #5c6068; --border: #e7e6e2; --hover: #f3f2ee; --accent: #2e5aac; --on-accent: #fff;
  color-scheme: light;
}
html.dark-mode {
  --page: #131416; --surface: #1a1b1e; --text: #ecedee; --muted: #a0a5ad; --border: #2b2d31; --hover: #24262a; --accent: #9dbaf0; --on-accent: #131416;
  color-scheme: dark; background: var(--page);
}
body { margin: 0; background: var(--page); color: var(--text); font: 14px/20px Inter, system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bar { position: sticky; top: 0; z-index: 10; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 10px 24px; border-bottom: 1px solid var(--border); background: var(--surface); }
.brand { font-weight: 600; font-size: 15px; color: var(--text); text-decoration: none; }
.what { color: var(--muted); }
.bar nav { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; margin-inline-start: auto; font-size: 13px; }
main { max-width: 1080px; margin: 0 auto; padding: 24px; }
.start { padding: 20px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); }
.start h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px; font-weight: 600; }
.start ol { display: grid; gap: 14px; margin: 0; padding-inline-start: 20px; }
.start p { margin: 14px 0 0; color: var(--muted); }
.start code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 13px; }
.guide { margin-top: 12px; padding: 14px 20px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); scroll-margin-top: 64px; }
.guide summary { cursor: pointer; }
.guide h2 { display: inline; margin: 0; font-size: 15px; line-height: 24px; font-weight: 600; }
.guide p { margin: 12px 0; max-width: 86ch; }
.guide code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 13px; }
.guide pre { margin: 12px 0; padding: 12px 14px; overflow-x: auto; border: 1px solid var(--border); border-radius: 6px; background: var(--page); font: 13px/20px ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.table { overflow-x: auto; }
.table table { width: 100%; border-collapse: collapse; }
.table th, .table td { padding: 7px 12px 7px 0; border-bottom: 1px solid var(--border); text-align: start; vertical-align: top; }
.table th { color: var(--muted); font-size: 13px; font-weight: 500; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 12px; margin-top: 10px; }
.fields label { display: grid; gap: 4px; font-size: 13px; font-weight: 500; }
.fields input, .fields select { box-sizing: border-box; width: 100%; height: 34px; padding: 0 10px; border: 1px solid var(--border); border-radius: 6px; background: var(--page); color: var(--text); font: 13px/20px ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.fields ::placeholder { color: var(--muted); opacity: 1; }
.command { position: relative; margin-top: 10px; }
.command pre { margin: 0; padding: 12px 84px 12px 14px; border: 1px solid var(--border); border-radius: 6px; background: var(--page); font: 13px/20px ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.bar button, .command button { min-height: 28px; padding: 0 10px; border: 1px solid var(--border); border-radius: 6px; background: var(--surface); color: var(--text); font: 500 13px/20px inherit; font-family: inherit; cursor: pointer; }
.bar button:hover, .command button:hover { background: var(--hover); }
.bar button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.command button { position: absolute; right: 8px; top: 8px; }
.swagger-ui, html.dark-mode .swagger-ui { background: none; color: var(--text); font-family: inherit; }
.swagger-ui .wrapper { max-width: none; padding: 0; }
.swagger-ui .info { margin: 28px 0 16px; }
.swagger-ui .info .title small, .swagger-ui .info hgroup a, .swagger-ui .info .link { display: none; }
.swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description, .swagger-ui .opblock-description-wrapper p,
.swagger-ui table thead tr th, .swagger-ui .parameter__name, .swagger-ui .response-col_status, .swagger-ui .tab li, .swagger-ui label, .swagger-ui .info p, .swagger-ui .info li, .swagger-ui .btn { font-family: inherit; color: var(--text); }
.swagger-ui .info .title { font-size: 20px; font-weight: 600; }
.swagger-ui .info p { font-size: 14px; max-width: 76ch; }
.swagger-ui .info .renderedMarkdown p { margin: 0; }
.swagger-ui .info code, html.dark-mode .swagger-ui .info code { padding: 1px 4px; border-radius: 4px; background: var(--hover); color: var(--text); font-weight: 500; }
/* Its choice of a server has no label; the region is chosen above. */
.swagger-ui .scheme-container { display: none; }
.swagger-ui .filter .operation-filter-input, html.dark-mode .swagger-ui .filter .operation-filter-input { margin: 0 0 12px; height: 34px; padding: 0 10px; border: 1px solid var(--border); border-radius: 6px; background: var(--surface); color: var(--text); font: 14px/20px inherit; font-family: inherit; }
.swagger-ui .opblock-tag { padding: 10px 4px; border-bottom: 1px solid var(--border); font-size: 15px; font-weight: 600; }
.swagger-ui .opblock-tag small { color: var(--muted); }
.swagger-ui .opblock, html.dark-mode .swagger-ui .opblock { margin: 0 0 8px; border: 1px solid var(--border); border-radius: 8px; background: var(--surface); box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border-color: var(--border); padding: 6px 10px; }
.swagger-ui .opblock .opblock-summary-method, html.dark-mode .swagger-ui .opblock .opblock-summary-method { min-width: 62px; padding: 4px 0; border-radius: 6px; font: 600 12px/18px ui-monospace, "SF Mono", Menlo, Consolas, monospace; text-shadow: none; background: var(--hover); color: var(--text); }
.swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock .opblock-summary-path__deprecated { font: 500 13px/20px ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--text); }
.swagger-ui .opblock .opblock-summary-description { font-size: 13px; color: var(--muted); }
.swagger-ui .opblock .opblock-section-header, html.dark-mode .swagger-ui .opblock .opblock-section-header { background: var(--hover); box-shadow: none; }
.swagger-ui .opblock .opblock-section-header h4 { font-family: inherit; color: var(--text); }
.swagger-ui .opblock .authorization__btn, .swagger-ui .auth-wrapper { display: none; }
.swagger-ui select, html.dark-mode .swagger-ui select { border: 1px solid var(--border); border-radius: 6px; box-shadow: none; background-color: var(--surface); color: var(--text); font-family: inherit; font-weight: 400; }
@media (max-width: 640px) {
  .bar, main { padding-inline: 16px; }
  .swagger-ui .opblock .opblock-summary-description { display: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }`;
