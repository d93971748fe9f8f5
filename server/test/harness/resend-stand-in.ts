import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Status = 'not_started' | 'pending' | 'verified' | 'failed' | 'temporary_failure';
type Entry = {
  record: string;
  name: string;
  type: string;
  ttl: string;
  status: Status;
  value: string;
  priority?: number;
};
export type StandInDomain = {
  id: string;
  name: string;
  status: string;
  created_at: string;
  region: string;
  open_tracking: boolean;
  click_tracking: boolean;
  records: Entry[];
};
type Answer = { status: number; body: unknown };

const CREATED = ['name', 'region', 'open_tracking', 'click_tracking', 'custom_return_path', 'tls', 'capabilities'];
const MAILED = ['from', 'to', 'subject', 'html', 'text', 'reply_to', 'headers', 'cc', 'bcc', 'tags'];
const REGIONS = ['us-east-1', 'eu-west-1', 'sa-east-1', 'ap-northeast-1'];

const problem = (status: number, name: string, message: string): Answer => ({
  status,
  body: { statusCode: status, name, message },
});

/**
 * A loopback server of the parts of Resend's API that we call, after https://resend.com/docs/api-reference: it refuses routes, fields
 * and values that are not documented there, keys that it does not know and more than five requests a second. Nothing is verified
 * but by the test, as Resend's own look at the name system is. `breakAfter` executes the next request and hangs up.
 */
export async function startResendStandIn(options: { apiKey: string; perSecond?: number }) {
  const domains = new Map<string, StandInDomain>();
  const mails: Record<string, unknown>[] = [];
  const requests: { method: string; path: string; body: unknown; at: number }[] = [];
  const standing = { breaksAfter: false, refusesSenders: false };

  const create = (body: Record<string, unknown>): Answer => {
    const unknown = Object.keys(body).filter((key) => !CREATED.includes(key));
    if (unknown.length > 0) return problem(422, 'validation_error', `Unknown field: ${unknown[0]}`);
    const name = String(body.name ?? '');
    if (!/^[a-z0-9.-]+\.[a-z]{2,}$/.test(name)) return problem(422, 'validation_error', 'Invalid `name` field.');
    const region = String(body.region ?? 'us-east-1');
    if (!REGIONS.includes(region)) return problem(422, 'invalid_region', 'Invalid `region` field.');
    if ([...domains.values()].some((one) => one.name === name))
      return problem(403, 'validation_error', `The ${name} domain has been registered already.`);
    const made = makeDomain(name, region, body);
    domains.set(made.id, made);
    return { status: 201, body: made };
  };

  const mail = (body: Record<string, unknown>): Answer => {
    const unknown = Object.keys(body).filter((key) => !MAILED.includes(key));
    if (unknown.length > 0) return problem(422, 'validation_error', `Unknown field: ${unknown[0]}`);
    const domain = /@([^>]+)>?$/.exec(String(body.from))?.[1] ?? '';
    const known = [...domains.values()].find((one) => one.name === domain);
    if (standing.refusesSenders && known)
      return problem(
        403,
        'validation_error',
        `The ${domain} domain is not verified. Please, add and verify your domain`,
      );
    mails.push(body);
    return { status: 200, body: { id: randomUUID() } };
  };

  const list = (query: URLSearchParams): Answer => {
    const unknown = [...query.keys()].filter((key) => !['limit', 'after', 'before'].includes(key));
    const limit = Number(query.get('limit') ?? 20);
    if (unknown.length > 0 || limit < 1 || limit > 100) return problem(422, 'validation_error', 'Unknown parameter.');
    const all = [...domains.values()];
    const start = query.has('after') ? all.findIndex(({ id }) => id === query.get('after')) + 1 : 0;
    const data = all.slice(start, start + limit).map(({ records: _records, ...one }) => one);
    return { status: 200, body: { object: 'list', has_more: start + limit < all.length, data } };
  };

  const route = (method: string, url: URL, body: Record<string, unknown>): Answer => {
    const [, noun, id, verb, ...more] = url.pathname.split('/');
    if (noun === 'emails' && id === undefined && method === 'POST') return mail(body);
    if (noun !== 'domains' || more.length > 0)
      return problem(404, 'not_found', 'The requested endpoint does not exist');
    if (id === undefined) {
      if (method === 'POST') return create(body);
      return method === 'GET' ? list(url.searchParams) : problem(405, 'method_not_allowed', 'This endpoint does not.');
    }
    if (url.search !== '') return problem(422, 'validation_error', 'Unknown parameter.');
    const found = domains.get(id);
    if (!found) return problem(404, 'not_found', 'Domain not found');
    if (method === 'POST' && verb === 'verify') {
      if (found.status !== 'verified') found.status = 'pending';
      for (const record of found.records) if (record.status === 'not_started') record.status = 'pending';
      return { status: 200, body: { object: 'domain', id } };
    }
    if (verb !== undefined) return problem(404, 'not_found', 'The requested endpoint does not exist');
    if (method === 'DELETE') {
      domains.delete(id);
      return { status: 200, body: { object: 'domain', id, deleted: true } };
    }
    return method === 'GET'
      ? { status: 200, body: { object: 'domain', ...found } }
      : problem(405, 'method_not_allowed', 'This endpoint does not.');
  };

  const answer = (method: string, url: URL, key: string | undefined, body: Record<string, unknown>): Answer => {
    if (key !== `Bearer ${options.apiKey}`) return problem(401, 'restricted_api_key', 'API key is invalid');
    const lately = requests.filter(({ at }) => at > Date.now() - 1_000).length;
    requests.push({ method, path: url.pathname + url.search, body, at: Date.now() });
    if (lately >= (options.perSecond ?? 5)) return problem(429, 'rate_limit_exceeded', 'Too many requests.');
    return route(method, url, body);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const url = new URL(request.url ?? '/', 'http://resend');
    const given = answer(request.method ?? 'GET', url, request.headers.authorization, text ? JSON.parse(text) : {});
    if (standing.breaksAfter) {
      standing.breaksAfter = false;
      response.destroy();
      return;
    }
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(given.body));
  };

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mails,
    domains: () => [...domains.values()],
    /** The answer to the next request is lost, but what it asked for is done. */
    breakAfter() {
      standing.breaksAfter = true;
    },
    refuseSenders(isRefused: boolean) {
      standing.refusesSenders = isRefused;
    },
    /** What Resend found: of the domain, and of its records, all or those of one kind. */
    find(name: string, found: { status: string; records: Status; of?: 'SPF' | 'DKIM' }) {
      for (const domain of domains.values()) {
        if (domain.name !== name) continue;
        domain.status = found.status;
        for (const record of domain.records)
          if (found.of === undefined || record.record === found.of) record.status = found.records;
      }
    },
    forget(name: string) {
      for (const [id, domain] of domains) if (domain.name === name) domains.delete(id);
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Names without what they share with the registered domain, values of texts quoted, hosts of keys with a final dot. */
function makeDomain(name: string, region: string, body: Record<string, unknown>): StandInDomain {
  const registered = name.split('.').slice(-2).join('.');
  const below = name === registered ? '' : `.${name.slice(0, -registered.length - 1)}`;
  const status = 'not_started' as const;
  const token = randomUUID().replaceAll('-', '');
  return {
    id: randomUUID(),
    name,
    created_at: new Date().toISOString(),
    status,
    open_tracking: body.open_tracking !== false,
    click_tracking: body.click_tracking !== false,
    region,
    records: [
      {
        record: 'SPF',
        name: `send${below}`,
        type: 'MX',
        ttl: 'Auto',
        status,
        value: `feedback-smtp.${region}.amazonses.com`,
        priority: 10,
      },
      {
        record: 'SPF',
        name: `send${below}`,
        type: 'TXT',
        ttl: 'Auto',
        status,
        value: '"v=spf1 include:amazonses.com ~all"',
      },
      {
        record: 'DKIM',
        name: `${token}._domainkey${below}`,
        type: 'CNAME',
        ttl: 'Auto',
        status,
        value: `${token}.dkim.amazonses.com.`,
      },
      { record: 'Tracking', name: `links.${name}`, type: 'CNAME', ttl: 'Auto', status, value: 'links1.resend-dns.com' },
    ],
  };
}
