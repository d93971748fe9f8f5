import { z } from 'zod';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

export const Refusal = z.object({
  error_code: z.int().optional().catch(undefined),
  description: z.string().catch(''),
  parameters: z
    .object({ retry_after: z.number().min(0).max(86_400) })
    .optional()
    .catch(undefined),
});
export type Refusal = z.infer<typeof Refusal>;

/** 400, although it is the person: https://core.telegram.org/bots/api names no codes, but these words. */
const NOT_TO_BE_WRITTEN =
  /chat not found|user not found|peer_id_invalid|chat_write_forbidden|user is deactivated|input_user_deactivated/i;

/** What Telegram refused. A bot that is not known is a path that does not exist: 404. */
export function refusalOf(status: number, { error_code, description, parameters }: Refusal): VendorFailure {
  const code = error_code ?? status;
  const said = `Telegram said: ${description.slice(0, 300) || code}`;
  if (code === 401 || code === 404) return new VendorFailure('unauthorized', said);
  if (code === 403 || (code === 400 && NOT_TO_BE_WRITTEN.test(description)))
    return new VendorFailure('forbidden', said);
  if (code === 429) {
    const seconds = parameters?.retry_after;
    return new VendorFailure('rate_limited', said, seconds === undefined ? null : seconds * 1_000);
  }
  return new VendorFailure(code >= 400 && code < 500 ? 'invalid' : 'unreachable', said);
}
