import type { Attachment } from '@antiphon/contract/events';
import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import type { PhotoUse } from '@antiphon/contract/uploads';
import { apiUrl, workspaceHeader } from './api.ts';
import { offline, problemOfBody } from './problem.ts';

interface UploadOptions {
  /** Share of the file that has left, 0 to 1. */
  onProgress: (share: number) => void;
  signal?: AbortSignal;
}

/** `knowledge.add` for a file. */
export function uploadDocument(agentId: string, file: File, options: UploadOptions): Promise<KnowledgeDocument> {
  const form = new FormData();
  form.append('kind', 'file');
  form.append('file', file);
  return upload(`/v2/agents/${encodeURIComponent(agentId)}/knowledge`, form, options);
}

/** `handoffs.addFile`. */
export function uploadReplyFile(
  { uid, conversationId }: { uid: string; conversationId: string },
  file: File,
  options: UploadOptions,
): Promise<Attachment> {
  const form = new FormData();
  form.append('file', file);
  return upload(`/v2/workspaces/${uid}/inbox/${encodeURIComponent(conversationId)}/files`, form, options);
}

/** `uploads.addPhoto`. */
export function uploadPhoto(
  { uid, use }: { uid: string; use: PhotoUse },
  file: File,
  options: UploadOptions,
): Promise<{ url: string }> {
  const form = new FormData();
  form.append('use', use);
  form.append('file', file);
  return upload(`/v2/workspaces/${encodeURIComponent(uid)}/files`, form, options);
}

/** `clientSessions.addPhoto`. */
export function uploadClientPhoto(file: File, options: UploadOptions): Promise<{ url: string }> {
  const form = new FormData();
  form.append('file', file);
  return upload('/client/files', form, options);
}

/**
 * By XMLHttpRequest, because `fetch` does not tell how far an upload has come. Throws a `Problem`, as the other calls do.
 */
function upload<Result>(path: string, form: FormData, options: UploadOptions): Promise<Result> {
  const request = new XMLHttpRequest();
  request.open('POST', apiUrl(path));
  for (const [name, value] of Object.entries(workspaceHeader())) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    options.onProgress(total > 0 ? loaded / total : 0),
  );
  options.signal?.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    request.addEventListener('error', () => reject(offline()));
    request.addEventListener('abort', () => reject(offline()));
    request.addEventListener('load', () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as Result);
      else reject(problemOfBody(body, request.status));
    });
    request.send(form);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
