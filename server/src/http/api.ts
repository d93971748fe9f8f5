import { takesFiles } from '@antiphon/contract/takes-files';
import { ORPCError } from '@orpc/client';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { type AnyProcedure, type AnyRouter, Procedure } from '@orpc/server';
import { ResponseHeadersPlugin } from '@orpc/server/plugins';
import { type StandardCodec, StandardHandler } from '@orpc/server/standard';
import { toFetchResponse, toStandardLazyRequest } from '@orpc/standard-server-fetch';
import type { RequestContext } from './context.ts';
import { toAnswer } from './error-body.ts';
import { readBody } from './read-body.ts';
import { SentInput, sentInput } from './sent-input.ts';

export type ApiHandler = (request: Request, context: RequestContext) => Promise<Response | null>;

/**
 * One region's procedures under `/api/{region}`, with the public list of errors. Null where no procedure has the path. The
 * library reads a body before its procedure is asked; here middlewares run first, and validating reads (`SentInput`).
 */
export function makeApiHandler(router: AnyRouter, region: string): ApiHandler {
  const handler = new StandardHandler(router, new StandardOpenAPIMatcher(), new LateCodec(), {
    plugins: [new ResponseHeadersPlugin()],
    interceptors: [
      async ({ next, ...options }) => {
        try {
          return await next();
        } catch (error) {
          const { requestId, log, resHeaders } = options.context as unknown as RequestContext;
          const { status, body, headers } = toAnswer(error, requestId, log);
          for (const [name, value] of Object.entries(headers)) resHeaders?.set(name, value);
          throw new ORPCError(body.code, { status, message: body.message, data: body });
        }
      },
    ],
    clientInterceptors: [({ next, ...options }) => next({ ...options, procedure: validatingLate(options.procedure) })],
  });
  return async (request, context) => {
    const lazy = { ...toStandardLazyRequest(request), received: request };
    const { matched, response } = await handler.handle(lazy, {
      prefix: `/api/${region}`,
      context: context as never,
    });
    return matched ? toFetchResponse(response) : null;
  };
}

class LateCodec extends StandardOpenAPICodec {
  constructor() {
    const json = new StandardOpenAPIJsonSerializer();
    super(new StandardOpenAPISerializer(json, new StandardBracketNotationSerializer()), {
      customErrorResponseBodyEncoder: (error) => error.data,
    });
  }

  override async decode(...[request, params, procedure]: Parameters<StandardCodec['decode']>): Promise<unknown> {
    const { received } = request as typeof request & { received: Request };
    return new SentInput({
      params: params ?? {},
      isBodiless: request.method === 'GET',
      readAll: (jsonBytesMax) => {
        const body = () => readBody(received, { jsonBytesMax, takesFiles: takesFiles(procedure) });
        return super.decode({ ...request, body: body as typeof request.body }, params, procedure);
      },
    });
  }
}

const late = new WeakMap<AnyProcedure, AnyProcedure>();

/** The procedure, whose schema reads what was sent before it looks at it. */
export function validatingLate(procedure: AnyProcedure): AnyProcedure {
  const known = late.get(procedure);
  if (known) return known;
  const definition = procedure['~orpc'];
  const standard = definition.inputSchema?.['~standard'];
  const inputSchema = standard && {
    '~standard': {
      ...standard,
      validate: async (input: unknown) => standard.validate(await sentInput(input).read()),
    },
  };
  const made: AnyProcedure = new Procedure({ ...definition, inputSchema });
  late.set(procedure, made);
  return made;
}
