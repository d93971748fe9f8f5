import { isRegion } from '@antiphon/contract/regions';
import type { Hono } from 'hono';

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: https:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Where the link of a mail leads: the visitor's conversation, on any device. What opens it stands behind the `#`, which no server and no
 * log is told; the script of the page puts it where the widget keeps its conversations, then takes it out of the address.
 */
export function mountResumePage(app: Hono) {
  app.get('/c/resume.js', (c) => {
    c.header('content-type', 'text/javascript; charset=utf-8');
    c.header('cache-control', 'public, max-age=3600');
    return c.body(SCRIPT);
  });
  app.get('/c/:region/:agentId', (c) => {
    const { region, agentId } = c.req.param();
    if (!isRegion(region) || !/^\w{1,64}$/.test(agentId)) return c.notFound();
    c.header('content-security-policy', CSP);
    c.header('referrer-policy', 'no-referrer');
    c.header('x-content-type-options', 'nosniff');
    c.header('x-robots-tag', 'noindex');
    return c.html(page(region, agentId));
  });
}

const SCRIPT = `const { id, region } = document.currentScript.dataset;
const [conversationId, visitorToken] = location.hash.slice(1).split('.');
if (conversationId && visitorToken) {
  const key = 'runtime_local_' + id;
  let saved = {};
  try { saved = JSON.parse(localStorage.getItem(key)) || {}; } catch {}
  const current = { conversationId, visitorToken, title: '', ts: Date.now() };
  const isOther = ({ conversationId: one }) => one !== conversationId;
  const history = [saved.current, ...(saved.history || [])].filter((one) => one && isOther(one));
  try { localStorage.setItem(key, JSON.stringify({ ...saved, current, history, draft: '' })); } catch {}
  window.history.replaceState(null, '', location.pathname);
}
const widget = document.createElement('script');
widget.async = true;
widget.src = '/widget.js';
widget.dataset.id = id;
widget.dataset.region = region;
widget.dataset.render = 'full-width';
document.body.append(widget);
`;

const page = (region: string, agentId: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat</title>
<style>:root{color-scheme:light dark}body{margin:0;background:Canvas;color:CanvasText}#agent-chat{height:100dvh;max-width:760px;margin-inline:auto}</style>
</head>
<body>
<div id="agent-chat"></div>
<script src="/c/resume.js" data-id="${agentId}" data-region="${region}"></script>
</body>
</html>`;
