import { type Html, html, Html as Raw } from './html.ts';

const STYLE = new Raw(`
:root { color-scheme: light dark; --ground: #f5f6f8; --sheet: #fff; --text: #1a1f2b; --quiet: #566074; --line: #d5dae3; --act: #3d4ed8; --on-act: #fff; --bad: #b3261e; --test: #7a4b00; --test-ground: #fff1d6 }
@media (prefers-color-scheme: dark) { :root { --ground: #11141a; --sheet: #1a1f28; --text: #e9ecf2; --quiet: #a4adbd; --line: #363d4b; --act: #93a0ff; --on-act: #11141a; --bad: #ff9d94; --test: #ffd48a; --test-ground: #33270f } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
.test { margin: 0; padding: 8px 16px; background: var(--test-ground); color: var(--test); text-align: center; font-size: 14px }
main { max-width: 480px; margin: 32px auto; padding: 24px; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25 }
p { margin: 0 0 16px }
.quiet { color: var(--quiet) }
table { width: 100%; border-collapse: collapse; margin: 0 0 16px }
td, th { padding: 8px 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: 400 }
td:last-child { text-align: end; white-space: nowrap; padding-inline-start: 16px }
tr.sum > * { font-weight: 600; border-bottom: 0 }
label { display: block; margin: 0 0 16px; font-size: 14px; font-weight: 500 }
input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; border: 1px solid var(--quiet); border-radius: 8px; background: var(--sheet); color: var(--text); font: inherit; font-size: 16px }
::placeholder { color: var(--quiet); opacity: 1 }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 12px }
button, .button { display: block; width: 100%; min-height: 44px; margin: 0 0 12px; padding: 10px 16px; border: 1px solid var(--act); border-radius: 8px; background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
button.second, .button.second { background: transparent; color: var(--text); border-color: var(--quiet) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
.error { padding: 12px; border: 1px solid var(--bad); border-radius: 8px; color: var(--bad) }
@media (max-width: 520px) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 20px 16px } }
@media (max-width: 380px) { .pair { grid-template-columns: 1fr } }
`);

/** One small page, without scripts; it says at its top that no money moves. */
export const page = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="test">Test mode: no money moves.</header>
<main>
${body}
</main>
</body>
</html>
`.text;
