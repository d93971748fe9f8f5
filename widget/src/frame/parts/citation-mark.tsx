import type { Citation } from '@antiphon/contract/events';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { safeHref } from '../safe-href.ts';
import { fill } from '../texts/load-texts.ts';
import { useChat } from './use-chat.ts';

/** Which excerpt of a message is shown below it, by the number of its citation; 0 for none. */
export const ExcerptContext = createContext({ shown: 0, id: '', show: (_number: number) => {} });

/** A numbered chip. With an address it opens the source; without one it shows title and excerpt below the message. */
export function CitationMark({ citation, isLong = false }: { citation: Citation; isLong?: boolean }) {
  const { texts } = useChat();
  const { shown, id, show } = useContext(ExcerptContext);
  const { number, title } = citation;
  const href = safeHref(citation.url ?? '');
  // The long chip is called by what stands on it.
  const label = isLong ? undefined : fill(texts.source, number, title);
  const inner = (
    <>
      <span className="chat-cite-number">{number}</span>
      {isLong && ' '}
      {isLong && <span className="chat-cite-title">{title}</span>}
    </>
  );
  const name = isLong ? 'chat-source' : 'chat-cite';
  if (href) {
    return (
      <a className={name} href={href} target="_blank" rel="noopener noreferrer" aria-label={label} title={title}>
        {inner}
      </a>
    );
  }
  return (
    <button
      type="button"
      className={name}
      aria-label={label}
      aria-expanded={shown === number}
      aria-controls={id}
      title={title}
      onClick={() => show(shown === number ? 0 : number)}
    >
      {inner}
    </button>
  );
}
