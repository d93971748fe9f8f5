import type { Flow } from '@antiphon/contract/flow-parts';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { flowAsText } from './flow-as-text.ts';

interface FlowLinesProps {
  /** Two flows as JSON; `null` for none. */
  before: string;
  after: string;
  children: (before: string, after: string) => ReactNode;
}

/** Two flows in words, for whoever shows how they differ. */
export function FlowLines({ before, after, children }: FlowLinesProps) {
  useTexts('flow');
  const words = (text: string) => flowAsText(JSON.parse(text) as Flow | null);
  return children(words(before), words(after));
}
