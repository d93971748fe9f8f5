import * as z from 'zod';
import type { ModelList, OpenCredential } from '../../domain/credentials/credentials.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { type ModelHosts, readAccess } from './model-access.ts';
import { toVendorFailure } from './to-vendor-failure.ts';

const WHOLE_MS = 8_000;
const BYTES_MAX = 1024 * 1024;
const MODELS_MAX = 1_000;

const name = z.string().min(1).max(120);
/** OpenAI's, which the compatible hosts and Anthropic share, or Google's. */
const Listed = z.union([
  z.object({ data: z.array(z.object({ id: name })) }),
  z.object({ models: z.array(z.object({ name, supportedGenerationMethods: z.array(z.string()).default([]) })) }),
]);

/** What a host serves, by its own list: one request, whose answer is read up to a bound. */
export function makeModelList(hosts: ModelHosts): ModelList {
  return {
    async list(credential) {
      try {
        const { baseURL, headers, fetch } = readAccess(hosts, { ...credential, model: '' });
        const response = await fetch(`${baseURL}/models${PAGES[credential.provider] ?? ''}`, {
          headers: {
            ...headers,
            ...(credential.provider === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}),
          },
          signal: AbortSignal.timeout(WHOLE_MS),
        });
        const text = await readText(response);
        if (!response.ok) throw new VendorFailure('unreachable', `The model host answered ${response.status}.`);
        return namesIn(Listed.parse(JSON.parse(text)), credential).slice(0, MODELS_MAX);
      } catch (error) {
        throw toVendorFailure(error, credential.secret);
      }
    },
  };
}

/** The longest page that each serves. */
const PAGES: Partial<Record<OpenCredential['provider'], string>> = {
  anthropic: '?limit=1000',
  google: '?pageSize=1000',
};

/** OpenAI lists what draws, hears and embeds among the rest. */
const WRITES = /^(gpt-|chatgpt-|o\d)(?!.*(audio|image|realtime|transcribe|tts|search|instruct))/;

function namesIn(listed: z.infer<typeof Listed>, { provider, baseURL }: OpenCredential): string[] {
  if ('models' in listed)
    return listed.models
      .filter(({ supportedGenerationMethods: methods }) => methods.length === 0 || methods.includes('generateContent'))
      .map((model) => model.name.replace(/^models\//, ''));
  const ids = listed.data.map(({ id }) => id);
  return provider === 'openai' && baseURL === '' ? ids.filter((id) => WRITES.test(id)) : ids;
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > BYTES_MAX) throw new VendorFailure('invalid', 'The list of models is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
