import { Trans } from '@lingui/react';
import type { ReactElement } from 'react';
import type { Key, Namespace } from './keys.ts';
import { isolate, useTexts } from './texts.ts';

interface RichTextProps<N extends Namespace> {
  of: N;
  text: Key<N>;
  values?: Record<string, string | number>;
  /** What stands for each tag of the text: `{ link: <Anchor .../> }` for `Read <link>the guide</link>.` */
  tags: Record<string, ReactElement>;
}

/** A text with markup in the sentence. */
export function RichText<N extends Namespace>({ of, text, values, tags }: RichTextProps<N>) {
  // Waits until the texts are here.
  useTexts(of);
  return <Trans id={`${of}.${text}`} values={isolate(values)} components={tags} />;
}
