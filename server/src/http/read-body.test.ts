import { limits } from '@antiphon/contract/limits';
import { expect, test } from 'vitest';
import { type BodyLimits, readBody } from './read-body.ts';

const KB = 1024;
const stranger: BodyLimits = { jsonBytesMax: limits.strangersBodyBytesMax, takesFiles: false };
const post = (body: BodyInit, type: string | null) => {
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
  if (type === null) request.headers.delete('content-type');
  else request.headers.set('content-type', type);
  return request;
};
const streamed = (text: string) => new Blob([text]).stream();
const said = (request: Request, length: number) => {
  request.headers.set('content-length', String(length));
  return request;
};

test.each([
  ['JSON', post('{"a":[1]}', 'application/json; charset=utf-8'), { a: [1] }],
  ['JSON that says nothing of itself', post('{"a":1}', null), { a: 1 }],
  ['nothing', post('', 'application/json'), undefined],
  ['nothing, of any kind', said(post('', 'text/plain'), 0), undefined],
])('takes %s', async (_name, request, body) => {
  expect(await readBody(request, stranger)).toEqual(body);
});

test('takes a form where files are taken', async () => {
  const form = new FormData();
  form.set('file', new File(['x'], 'a.txt'));
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  expect([...((await readBody(request, { ...stranger, takesFiles: true })) as FormData).keys()]).toEqual(['file']);
});

test.each([
  ['words of a form', post('a=1', 'application/x-www-form-urlencoded'), {}, 'unsupported_type', 'Send JSON.'],
  ['plain text', post('{}', 'text/plain'), { takesFiles: true }, 'unsupported_type', 'Send JSON or a form.'],
  ['a form where no files are', post('--x--', 'multipart/form-data; boundary=x'), {}, 'unsupported_type', 'Send JSON.'],
  ['more than was said may be', said(post('{}', null), 64 * KB + 1), {}, 'too_large', 'Max size: 64 kB'],
  ['more, as it arrives', post(streamed('x'.repeat(70 * KB)), null), {}, 'too_large', 'Max size: 64 kB'],
  [
    'JSON as large as a file',
    said(post('{}', null), 3 * KB * KB),
    { takesFiles: true, jsonBytesMax: limits.bodyBytesMax },
    'too_large',
    'Max size: 2 MBs',
  ],
  ['half of a JSON', post('{"a":', 'application/json'), {}, 'invalid_input', 'This is not valid JSON.'],
])('refuses %s', async (_name, request, more, code, message) => {
  await expect(readBody(request, { ...stranger, ...more })).rejects.toMatchObject({ code, message });
});

test('refuses a form of more fields than anybody asks for', async () => {
  const form = new FormData();
  for (let index = 0; index <= 1_000; index++) form.append('a', '1');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  await expect(readBody(request, { ...stranger, takesFiles: true })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('counts fields before it reads them', async () => {
  const body = `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(200_000)}--b--\r\n`;
  const request = post(body, 'multipart/form-data; boundary=b');
  const before = process.cpuUsage();
  await expect(readBody(request, { ...stranger, takesFiles: true })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(process.cpuUsage(before).user).toBeLessThan(200_000);
});

test('counts values before it makes them, and none that only stands in a text', async () => {
  const member = { jsonBytesMax: limits.bodyBytesMax, takesFiles: false };
  const text = JSON.stringify({ text: `a,b[{"\\`.repeat(50_000), list: Array.from({ length: 10_000 }, () => 'a') });
  expect(await readBody(post(text, null), member)).toEqual(JSON.parse(text));
  for (const one of ['{},', '[],', '"",', '0,'])
    await expect(readBody(post(`[${one.repeat(30_000)}0]`, null), member)).rejects.toMatchObject({
      code: 'invalid_input',
    });
});
