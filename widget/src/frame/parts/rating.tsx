import { useEffect, useRef, useState } from 'react';
import { codeOf, sentenceOf } from '../chat/sentences.ts';
import { fill } from '../texts/load-texts.ts';
import { Icon } from './icons.tsx';
import { useChat } from './use-chat.ts';

const STARS = [1, 2, 3, 4, 5];

/** One to five stars as a group of radio buttons: arrows move, a press chooses and sends. Then there is room for a word. */
export function Rating() {
  const { chat, texts, rating } = useChat();
  const [problem, setProblem] = useState('');
  const [comment, setComment] = useState('');
  const [hasSaid, setSaid] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  // The visitor has just asked for it in the menu.
  useEffect(() => group.current?.querySelector('input')?.focus(), []);
  const choose = (value: number) => {
    setProblem('');
    chat.rate(value).catch((reason) => setProblem(sentenceOf(texts, codeOf(reason))));
  };
  const say = () => {
    setProblem('');
    chat
      .rate(rating ?? 0, comment.trim())
      .then(() => setSaid(true))
      .catch((reason) => setProblem(sentenceOf(texts, codeOf(reason))));
  };
  return (
    <fieldset ref={group} className="chat-card chat-rating">
      <legend>{texts.rateChat}</legend>
      <div className="chat-stars">
        {STARS.map((value) => (
          <label key={value} className="chat-star" data-on={value <= (rating ?? 0)}>
            <input
              type="radio"
              name="rating"
              value={value}
              checked={rating === value}
              aria-label={fill(texts.stars, value)}
              onChange={() => choose(value)}
            />
            <Icon name="star" size={26} />
          </label>
        ))}
      </div>
      {rating && !hasSaid ? (
        <>
          <label className="chat-field">
            {texts.rateComment}
            <textarea
              rows={2}
              maxLength={1000}
              dir={comment ? 'auto' : undefined}
              value={comment}
              onInput={(event) => setComment(event.currentTarget.value)}
            />
          </label>
          <button type="button" className="chat-button" disabled={!comment.trim()} onClick={say}>
            {texts.contactSend}
          </button>
        </>
      ) : null}
      <p role="status">{problem || (rating ? texts.rated : '')}</p>
    </fieldset>
  );
}
