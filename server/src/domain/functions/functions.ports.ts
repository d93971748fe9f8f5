import type { FunctionMethod } from '@antiphon/contract/function-parts';

export type Call = {
  method: FunctionMethod;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** For everything, from the name to the last byte of the answer. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Shown each part of the body, unpacked, as it comes: what is left is not waited for once it answers true. */
  isEnough?: (part: Uint8Array, contentType: string) => boolean;
  /** The name of a header that is wanted beside the body. */
  wants?: string;
  /** Calls this tool of a server of the Model Context Protocol, with the body as its arguments: see `ToolHost`. */
  tool?: string;
};

/**
 * `text`: what came of the body, unpacked, of at most `functionAnswerBytesMax`. `end`: `whole`, or why the rest is missing: it was
 * larger, the time was over, or the connection broke.
 */
export type CallAnswer = {
  status: number;
  contentType: string;
  text: string;
  end: 'whole' | 'too_large' | 'timeout' | 'cut';
  /** What `wants` names, where it is there. */
  header?: string;
};

/**
 * `unsent`: no connection was made, so that nothing can have happened; `forbidden`: nor will one, the address is not allowed.
 * `unanswered`: it was sent, perhaps in part, and no status came: whatever it was to do may be done or not.
 * `message` may be shown to the owner.
 */
export type CallFailure = { reason: 'forbidden' | 'unsent' | 'unanswered'; message: string };

export type CallOutcome = { answer: CallAnswer; failure: null } | { answer: null; failure: CallFailure };

/**
 * One request to a system that a customer named, sent once: nothing is sent again, and no redirect is followed, which is an answer
 * like any other. https only, except to the operator's trusted pairs; every resolved address is checked. Whatever the other side does
 * is an outcome.
 */
export type CallOut = {
  /** Throws `VendorFailure` `forbidden` for an address that is plainly not allowed. Asks no resolver. */
  checkAddress(url: string): void;
  call(request: Call): Promise<CallOutcome>;
};

/** A tool as a server describes it: every word of it is a stranger's. */
export type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: unknown;
  outputSchema: unknown;
  /** Its server's claim, and no more. */
  readOnlyHint: boolean;
};

/**
 * Why a server's tools cannot be read. `no_mcp`: what is there does not speak the protocol over streamable HTTP; `refused`: it wants
 * another credential, or one at all; `elsewhere`: it sends to another address, which is not followed.
 */
export type ToolsFailure = 'forbidden' | 'unreachable' | 'refused' | 'elsewhere' | 'too_large' | 'no_mcp';

/** Where such a server is; `headers` carry the credential, if any. */
export type ToolServer = Pick<Call, 'url' | 'headers' | 'timeoutMs' | 'signal'>;

/**
 * Tools of servers that customers named, by the Model Context Protocol over streamable HTTP. All that leaves goes through `CallOut`,
 * to the very address that is given and to no other; the time and the bytes are those of all requests together.
 */
export type ToolHost = {
  list(server: ToolServer): Promise<{ tools: ListedTool[]; failure: null } | { tools: null; failure: ToolsFailure }>;
  /**
   * Calls a tool, once: `body` holds its arguments. What it says is the text of the answer, as JSON: `text`, and `structured` where
   * the tool gives fields. A tool that says it failed answers 422. A failure before the call itself is `unsent`.
   */
  call(request: Call & { tool: string }): Promise<CallOutcome>;
};
