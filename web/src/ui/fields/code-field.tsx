import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import styles from './code-editor.module.css';

export type CodeLanguage = 'css' | 'html' | 'js' | 'json';

interface CodeFieldProps {
  label: string;
  describedBy: string;
  language: CodeLanguage;
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
  isInvalid: boolean;
}

/** Each language is a file of its own, fetched when it is needed. */
const languages: Record<CodeLanguage, () => Promise<Extension>> = {
  css: async () => (await import('@codemirror/lang-css')).css(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  js: async () => (await import('@codemirror/lang-javascript')).javascript(),
  json: async () => (await import('@codemirror/lang-json')).json(),
};

/** CodeMirror 6 (https://codemirror.net/docs/ref). It keeps its own text: `value` is written into it only when it differs. */
export function CodeField({ label, describedBy, language, value, onChange, isReadOnly, isInvalid }: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const heard = useRef(onChange);
  heard.current = onChange;
  const initial = useRef({ value, isReadOnly });

  useEffect(() => {
    const grammar = new Compartment();
    const editor = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({
        doc: initial.current.value,
        extensions: [
          ...look,
          grammar.of([]),
          access.of(accessOf(initial.current.isReadOnly)),
          validity.of([]),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy }),
          EditorView.updateListener.of((update) => update.docChanged && heard.current(update.state.doc.toString())),
        ],
      }),
    });
    view.current = editor;
    let isGone = false;
    void languages[language]().then((extension) => {
      if (!isGone) editor.dispatch({ effects: grammar.reconfigure(extension) });
    });
    return () => {
      isGone = true;
      editor.destroy();
    };
  }, [language, label, describedBy]);

  useEffect(() => {
    const editor = view.current;
    const shown = editor?.state.doc.toString();
    if (editor && shown !== value) editor.dispatch({ changes: { from: 0, to: shown?.length ?? 0, insert: value } });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: access.reconfigure(accessOf(isReadOnly)) });
  }, [isReadOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: validity.reconfigure(validityOf(isInvalid)) });
  }, [isInvalid]);

  return <div ref={place} className={styles.field} data-invalid={isInvalid || undefined} dir="ltr" />;
}

const access = new Compartment();
const accessOf = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.editable.of(!isReadOnly),
];

const validity = new Compartment();
const validityOf = (isInvalid: boolean): Extension =>
  EditorView.contentAttributes.of({ 'aria-invalid': `${isInvalid}` });

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.definitionKeyword], color: 'var(--ui-accent-text)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--ui-good)' },
  { tag: [tags.number, tags.unit, tags.bool, tags.atom, tags.color], color: 'var(--ui-warn)' },
  { tag: [tags.comment], color: 'var(--ui-muted)', fontStyle: 'italic' },
  { tag: [tags.className, tags.propertyName, tags.attributeName], color: 'var(--ui-text)', fontWeight: '500' },
  { tag: [tags.invalid], color: 'var(--ui-bad)' },
]);

const look: Extension[] = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  syntaxHighlighting(colours),
  // Escape gives Tab back to the page for two seconds: the library's own tab focus mode.
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  EditorView.theme({
    '&': { fontSize: '13px', color: 'var(--ui-text)', background: 'transparent' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: 'var(--mantine-font-family-monospace)',
      lineHeight: '20px',
      minHeight: '132px',
      maxHeight: '420px',
    },
    '.cm-content': { caretColor: 'var(--ui-text)', padding: '8px 0' },
    '.cm-gutters': { background: 'transparent', color: 'var(--ui-muted)', border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--ui-hover)' },
    '.cm-cursor': { borderLeftColor: 'var(--ui-text)' },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--ui-accent-soft) !important' },
    '.cm-matchingBracket': { background: 'var(--ui-hover)', outline: '1px solid var(--ui-border-strong)' },
  }),
];
