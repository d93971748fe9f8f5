import type { Citation } from '@antiphon/contract/events';
import { useId, useState } from 'react';
import { fill } from '../texts/load-texts.ts';
import { safeHref } from '../markdown.tsx';
import { useChat } from './use-chat.ts';

/** A numbered chip. With an address it opens the source; without one it shows title and excerpt in place. */
export function CitationMark({ citation, isLong = false }: { citation: Citation; isLong?: boolean }) {
  const { texts } = useChat();
  const [isShown, setShown] = useState(false);
  const id = useId();
  const href = safeHref(citation.url ?? '');
  const label = fill(texts.source, citation.number, citation.title);
  const inner = (
    <>
      <span className="chat-cite-number">{citation.number}</span>
      {isLong && <span className="chat-cite-title">{citation.title}</span>}
    </>
  );
  const name = isLong ? 'chat-source' : 'chat-cite';
  if (href) {
    return (
      <a className={name} href={href} target="_blank" rel="noopener noreferrer" aria-label={label} title={citation.title}>
        {inner}
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        className={name}
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        {inner}
      </button>
      {isShown && (
        <span className="chat-excerpt" id={id} dir="auto">
          <strong>{citation.title}</strong>
          {citation.excerpt}
        </span>
      )}
    </>
  );
}
