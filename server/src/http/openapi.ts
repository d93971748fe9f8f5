import { apiContract } from '@antiphon/contract/api';
import { ErrorBody } from '@antiphon/contract/errors';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import * as z from 'zod';

const ERROR_REF = { $ref: '#/components/schemas/Error' };
const errorAnswer = {
  description: 'Not done; `code` says why',
  content: { 'application/json': { schema: ERROR_REF } },
};

/** OpenAPI 3.1 of everything under `/api/{region}`, made from the contract that the server validates by. */
export async function makeOpenApiDocument(platformName: string, origin: string) {
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
