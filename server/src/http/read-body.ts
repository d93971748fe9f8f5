import { errors } from '@antiphon/contract/error-list';
import { Failure, fail } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';

/** What a form needs besides its files. */
const FORM_BYTES = 65_536;
const FORM_FIELDS_MAX = 1_000;
/** More than any input may hold (see `demandStorable`, which counts what is left). */
const JSON_VALUES_MAX = 20_000;
const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x7b, 0x5c];

/** How much of which kind is taken; a form only where files are. */
export type BodyLimits = { jsonBytesMax: number; takesFiles: boolean };

/**
 * The JSON or form of a request, undefined where nothing was sent. Call it once it is known who asks: this is where a request
 * begins to cost. Fails with `unsupported_type` for any other kind, `too_large` and `invalid_input`.
 */
export async function readBody(request: Request, { jsonBytesMax, takesFiles }: BodyLimits): Promise<unknown> {
  if (request.method === 'GET' || request.headers.get('content-length') === '0') return;
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';', 1);
  if (type.trim() === 'multipart/form-data' && takesFiles) {
    const form = limitBody(request, limits.uploadBytesMax + FORM_BYTES, limits.uploadBytesMax);
    return parsed(() => readForm(form));
  }
  if (type !== '' && type.trim() !== 'application/json')
    fail('unsupported_type', { message: takesFiles ? 'Send JSON or a form.' : 'Send JSON.' });
  const json = limitBody(request, jsonBytesMax);
  return parsed(async () => {
    const text = await json.text();
    demandFewValues(text);
    return text === '' ? undefined : parseJson(text);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('invalid_input', { message: 'This is not valid JSON.' });
  }
}

/** What was sent, as it was sent: for who looks at its signature before anything reads it. Fails with `too_large`. */
export const readText = (request: Request, bytesMax: number): Promise<string> =>
  parsed(() => limitBody(request, bytesMax).text()) as Promise<string>;

/** Fields are counted before they are read: each of them costs the parser more than its bytes. */
async function readForm(form: Request): Promise<FormData> {
  const type = form.headers.get('content-type') ?? '';
  const boundary = /boundary="?([^";,]{1,70})/i.exec(type)?.[1] ?? fail('invalid_input');
  const bytes = Buffer.from(await form.arrayBuffer());
  let parts = 0;
  for (let at = bytes.indexOf(`--${boundary}`); at !== -1; at = bytes.indexOf(`--${boundary}`, at + 1))
    if (++parts > FORM_FIELDS_MAX + 1) fail('invalid_input');
  return new Response(bytes, { headers: { 'content-type': type } }).formData();
}

/** Before they are made: a megabyte of small ones takes the parser longer than any text. What stands in texts is not looked at. */
function demandFewValues(json: string) {
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else if ((code === COMMA || code === BRACKET || code === BRACE) && ++values > JSON_VALUES_MAX)
      fail('invalid_input');
  }
}

/** A quote after an odd number of backslashes is part of the text. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}

/** A body that cannot be parsed is its sender's fault; the parsers throw plain errors, as our own faults do. */
const parsed = (read: () => Promise<unknown>) =>
  read().catch((cause: unknown) => {
    throw cause instanceof Failure ? cause : new Failure('invalid_input', errors.invalid_input.message, []);
  });

/** A larger body is refused at once where its length is said (the platform holds the sender to it), else as it arrives. */
function limitBody(request: Request, bytesMax: number, shownMax = bytesMax): Request {
  const tooLarge = () => new Failure('too_large', `Max size: ${sizeOf(shownMax)}`, []);
  const said = request.headers.get('content-length');
  if (said !== null && Number(said) > bytesMax) throw tooLarge();
  if (said !== null) return request;
  let bytes = 0;
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > bytesMax) controller.error(tooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Request(request, { body: counted, duplex: 'half' } as RequestInit);
}

const MB = 1024 * 1024;
const sizeOf = (bytes: number) => (bytes < MB ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / MB)} MBs`);
