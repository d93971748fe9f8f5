import { Failure } from '@antiphon/contract/errors';
import { ORPCError } from '@orpc/client';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import type { AnyRouter } from '@orpc/server';
import { ResponseHeadersPlugin } from '@orpc/server/plugins';
import type { RequestContext } from './context.ts';
import { toAnswer } from './error-body.ts';

export type ApiHandler = (request: Request, context: RequestContext) => Promise<Response | null>;

/** One region's procedures under `/api/{region}`, with the public list of errors. Null where no procedure has the path. */
export function makeApiHandler(router: AnyRouter, region: string): ApiHandler {
  const handler = new OpenAPIHandler(router, {
    plugins: [new ResponseHeadersPlugin()],
    customErrorResponseBodyEncoder: (error) => error.data,
    interceptors: [
      async ({ next, ...options }) => {
        const { context, request } = options;
        try {
          return await next({ ...options, request: { ...request, body: readBody(request) } });
        } catch (error) {
          const { requestId, log } = context as unknown as RequestContext;
          const { status, body } = toAnswer(error, requestId, log);
          throw new ORPCError(body.code, { status, message: body.message, data: body });
        }
      },
    ],
  });
  return async (request, context) => {
    const { matched, response } = await handler.handle(request, {
      prefix: `/api/${region}`,
      context: context as never,
    });
    return matched ? response : null;
  };
}

/** A body that cannot be read or parsed is its sender's fault; the parsers throw plain errors, as our own faults do. */
const readBody = (request: { body(): Promise<unknown> }) => () =>
  request.body().catch((cause: unknown) => {
    throw cause instanceof Failure ? cause : new ORPCError('BAD_REQUEST', { cause });
  });
