import { createHash } from 'node:crypto';
import type { FunctionDefinition, FunctionTool } from '@antiphon/contract/function-definition';
import type { FunctionRequest } from '@antiphon/contract/function-parts';
import type { CallCredentialId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { ListedTool } from '../functions/functions.ports.ts';
import { readToolInputs, readToolOutputs } from './tool-schema.rules.ts';
import { plainName, seenWords } from './tool-words.rules.ts';

/** As it is kept. `fingerprint` is of all that its server said, whatever is kept of that. */
export type KeptTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: string;
  outputSchema: string;
  readOnlyHint: boolean;
  fingerprint: string;
};

/** Tools as they are kept: the first of each name, and of names that the protocol allows. */
export function keptTools(listed: readonly ListedTool[]): KeptTool[] {
  const named = new Map<string, KeptTool>();
  for (const tool of listed)
    if (/^[A-Za-z0-9_.\-/]{1,128}$/.test(tool.name) && !named.has(tool.name)) named.set(tool.name, keptTool(tool));
  return [...named.values()].slice(0, limits.mcpToolsMax);
}

function keptTool({ name, title, description, inputSchema, outputSchema, readOnlyHint }: ListedTool): KeptTool {
  const [input, output] = [inputSchema, outputSchema ?? null].map((schema) => JSON.stringify(sorted(schema)));
  const fits = (schema = '') => (Buffer.byteLength(schema) <= limits.toolSchemaBytesMax ? schema : '');
  return {
    ...{ name, readOnlyHint, title: seenWords(title, 200) },
    description: seenWords(description, limits.functionDescriptionCharsMax),
    ...{ inputSchema: fits(input), outputSchema: fits(output) },
    fingerprint: createHash('sha256')
      .update(JSON.stringify([name, description, input]))
      .digest('hex'),
  };
}

/** The same for the same, in whatever order it was written. */
function sorted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(sorted);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, value]) => [key, sorted(value)]),
  );
}

type Approved = {
  source: { id: FunctionTool['sourceId']; url: string; credentialId: CallCredentialId | null };
  tool: KeptTool;
  kind: FunctionDefinition['kind'];
  examples: string[];
  /** The function that it is already. What its owner wrote stays. */
  before: FunctionDefinition | null;
};

/** A tool as a function: what it says of itself is the description, and where it is called is its source's. */
export function definitionOfTool({ source, tool, kind, examples, before }: Approved): FunctionDefinition {
  const { inputs, body } = readToolInputs(tool.inputSchema);
  const name = plainName(tool.name);
  return {
    name: before?.name ?? (name.length < 3 ? `tool_${name || 'x'}` : name),
    description: tool.description || tool.title || tool.name,
    examples: before?.examples ?? examples,
    kind,
    inputs: inputs.map((input) => {
      const own = before?.inputs.find((one) => one.name === input.name && one.kind === input.kind);
      return own ? { ...input, source: own.source, fixedValue: own.fixedValue } : input;
    }),
    request: { ...requestOf(source), body, timeoutSeconds: before?.request.timeoutSeconds ?? 10 },
    response: before?.response ?? { outputs: readToolOutputs(tool.outputSchema), success: null },
    tool: { sourceId: source.id, name: tool.name, fingerprint: tool.fingerprint },
    sentences: before?.sentences ?? { proposal: '', button: '', waiting: '', success: '', failure: '' },
  };
}

/** How a server is called: the address, taken apart. */
export function requestOf({ url, credentialId }: Omit<Approved['source'], 'id'>): FunctionRequest {
  const { origin, pathname: path, searchParams } = new URL(url);
  return {
    ...{ method: 'POST', origin, path, credentialId, headers: [], body: '', timeoutSeconds: 10 },
    query: [...searchParams].map(([name, value]) => ({ name, value })),
    honoursIdempotencyKey: false,
  };
}
