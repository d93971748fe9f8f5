import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { createContext, useContext } from 'react';

/** What the sections of the editor read and change. */
export interface Editor {
  draft: FunctionDefinition;
  mayWrite: boolean;
  change: (change: (draft: FunctionDefinition) => FunctionDefinition) => void;
  /** What is wrong at a path such as `inputs.0.name`, once it was settled what stands there. */
  faultAt: (path: string) => string | undefined;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('useEditor outside of an editor.');
  return editor;
}

/** The id of the field at a path of the definition. */
export const fieldId = (path: string): string => `function-${path.replaceAll('.', '-')}`;

/** Puts the focus into the field at a path, or into the nearest that holds it, once it is drawn. */
export function focusField(path: string): void {
  requestAnimationFrame(() => {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const place = document.getElementById(fieldId(at));
      if (!place) continue;
      const field = place.matches(FIELDS) ? place : (place.querySelector<HTMLElement>(FIELDS) ?? place);
      field.scrollIntoView({ block: 'center' });
      field.focus({ preventScroll: true });
      return;
    }
  });
}

const FIELDS = 'input, textarea, button, [contenteditable="true"]';
