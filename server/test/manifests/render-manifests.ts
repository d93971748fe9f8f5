import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifest.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GIVEN = 'only-for-tests-0123456789-abcdefghij';

/** An overlay as `kubectl kustomize` prints it, with its secrets filled in as somebody would who copies the example. */
export function renderManifests(overlay: string): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    for (const part of ['ops/kubernetes', 'deploy']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    const path = join(folder, 'ops/kubernetes/overlays', overlay);
    const example = readFileSync(join(path, 'secrets.env.example'), 'utf8');
    writeFileSync(join(path, 'secrets.env'), example.replace(/=$/gm, `=${GIVEN}`));
    const text = execFileSync('kubectl', ['kustomize', path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
