import type { Attachment } from '@antiphon/contract/events';

// Loaded by itself, so that it shares no code with the chat.

interface Upload {
  url: string;
  token: string;
  file: File;
  onProgress(share: number): void;
}

/** Tells its progress, 0 to 1, which `fetch` cannot. */
export function upload({ url, token, file, onProgress }: Upload, fail: (code: string) => Error) {
  const request = new XMLHttpRequest();
  const done = new Promise<Attachment>((resolve, reject) => {
    request.open('POST', url);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.responseType = 'json';
    request.upload.onprogress = (event) => onProgress(event.loaded / (event.total || 1));
    request.onload = () =>
      request.status < 300
        ? resolve(request.response)
        : reject(fail(request.response?.code ?? (request.status === 413 ? 'too_large' : 'internal')));
    request.onerror = () => reject(fail('offline'));
    request.onabort = () => reject(fail('aborted'));
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
  return { done, abort: () => request.abort() };
}
