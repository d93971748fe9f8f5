import { useEffect, useRef } from 'preact/hooks';
import { codeOf, sentenceOf } from '../chat/sentences.ts';
import type { ShownMessage } from '../chat/timeline.ts';
import { useChat } from './use-chat.ts';

/** The place of an answer's thumbs. What draws them is loaded with the first answer: a chat that is opened has none yet. */
export function Thumbs({ message: { id, thumb } }: { message: ShownMessage }) {
  const { chat, lang } = useChat();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const sayProblem = (reason: unknown) => sentenceOf(chat.store.get().texts, codeOf(reason));
    import('../thumbs/draw-thumbs.ts')
      .then(({ drawThumbs }) => place.current && drawThumbs(place.current, { chat, lang, id, thumb, sayProblem }))
      .catch(() => {});
  }, [id, thumb, lang]);
  return <div ref={place} className="chat-thumbs" />;
}
