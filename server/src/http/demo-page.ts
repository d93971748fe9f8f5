import { isRegion } from '@antiphon/contract/regions';
import type { Hono } from 'hono';

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: https:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The site of a shop that does not exist, with the widget of an agent, as a customer's own site has it. */
export function mountDemoPage(app: Hono) {
  app.get('/demo/:region/:agentId', (c) => {
    const { region, agentId } = c.req.param();
    if (!isRegion(region) || !/^\w{1,64}$/.test(agentId)) return c.notFound();
    c.header('content-security-policy', CSP);
    c.header('referrer-policy', 'no-referrer');
    c.header('x-content-type-options', 'nosniff');
    c.header('x-robots-tag', 'noindex');
    return c.html(page(`<script async src="/widget.js" data-id="${agentId}" data-region="${region}"></script>`));
  });
}

const STYLES = `:root{color-scheme:light dark;--line:color-mix(in srgb,CanvasText 14%,Canvas);--quiet:color-mix(in srgb,CanvasText 68%,Canvas)}
body{margin:0;font:17px/1.6 system-ui,sans-serif;background:Canvas;color:CanvasText}
main,header{max-width:920px;margin:0 auto;padding:0 24px}
header{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:baseline;padding-block:22px;border-bottom:1px solid var(--line)}
header strong{font-size:20px;margin-inline-end:auto}
header span,section p,.note{color:var(--quiet)}
h1{font-size:clamp(34px,6vw,56px);line-height:1.08;letter-spacing:-.02em;max-width:16ch;margin:72px 0 18px;text-wrap:balance}
.lead{font-size:20px;max-width:44ch;margin:0 0 56px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:20px;padding-bottom:56px}
section{border:1px solid var(--line);border-radius:14px;padding:20px 22px}
h2{font-size:19px;margin:0 0 6px}
section p{margin:0}
.note{font-size:14px;border-top:1px solid var(--line);padding-block:20px 120px;margin:0}`;

const page = (script: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Harbour Bikes</title>
<style>${STYLES}</style>
</head>
<body>
<header><strong>Harbour Bikes</strong><span>Rental</span><span>Repairs</span><span>Tours</span></header>
<main>
<h1>Bicycles beside the old harbour</h1>
<p class="lead">We rent, repair and show you the coast. Ask us anything in the chat at the bottom right.</p>
<div class="cards">
<section><h2>Rental</h2><p>City bikes from 12 euros a day, electric bikes from 28 euros.</p></section>
<section><h2>Repairs</h2><p>A puncture is mended while you wait.</p></section>
<section><h2>Tours</h2><p>Along the coast, every Saturday at ten.</p></section>
</div>
<p class="note">This shop does not exist. The page shows the chat as visitors of a web site meet it.</p>
</main>
${script}
</body>
</html>`;
