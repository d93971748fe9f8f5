import { createHash } from 'node:crypto';
import { apiContract } from '@antiphon/contract/api';
import { ErrorBody } from '@antiphon/contract/errors';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { Hono } from 'hono';
import * as z from 'zod';
import type { SiteFacts } from './public-pages.ts';

const ERROR_REF = { $ref: '#/components/schemas/Error' };
const errorAnswer = {
  description: 'Not done; `code` says why',
  content: { 'application/json': { schema: ERROR_REF } },
};

/**
 * `/api/openapi.json`, made once: at the first request, and never for what a request says of itself. Without a `PUBLIC_URL` the
 * servers stand in it relative to where it was read.
 */
export function mountOpenApi(app: Hono, { platformName, publicUrl }: Pick<SiteFacts, 'platformName' | 'publicUrl'>) {
  let made: Promise<{ text: string; etag: string }> | undefined;
  const make = async () => {
    const text = JSON.stringify(await makeOpenApiDocument(platformName, publicUrl ?? ''));
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  };
  app.get('/api/openapi.json', async (c) => {
    made ??= make();
    const { text, etag } = await made;
    const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'application/json' };
    return c.req.header('if-none-match') === etag ? c.body(null, 304, headers) : c.body(text, 200, headers);
  });
}

/** OpenAPI 3.1 of everything under `/api/{region}`, made from the contract that the server validates by. */
async function makeOpenApiDocument(platformName: string, origin: string) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(apiContract, {
    info: {
      title: `${platformName} API`,
      version: '1',
      description:
        'Owner calls take the session cookie or `Authorization: Bearer {workspace secret}`; visitor calls take the visitor token that starting a conversation returns; calls of a client dashboard exist on the hosts of agencies alone and take the session cookie of a client. An `Idempotency-Key` header makes a POST of an owner safe to send again, unless its answer shows a secret.',
    },
    servers: [
      { url: `${origin}/api/na`, description: 'North America' },
      { url: `${origin}/api/eu`, description: 'Europe' },
    ],
    components: {
      schemas: { Error: z.toJSONSchema(ErrorBody, { target: 'draft-2020-12' }) as never },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Workspace secret, or visitor token on visitor calls' },
      },
    },
    security: [{ bearer: [] }],
  });
  for (const path of Object.values(document.paths ?? {}))
    for (const method of ['get', 'post', 'delete'] as const) {
      const operation = path?.[method];
      if (operation) operation.responses = { ...operation.responses, default: errorAnswer };
    }
  return document;
}
