import { useEffect, useRef, useState } from 'preact/hooks';
import { rate } from '../chat/rate.ts';
import { codeOf, sentenceOf } from '../chat/sentences.ts';
import { fill } from '../texts/load-texts.ts';
import { Icon } from './icons.tsx';
import { useChat } from './use-chat.ts';
import { useLaterStyles } from './use-later-styles.ts';

const STARS = [1, 2, 3, 4, 5];
/** So many stars say that something was missing: then that is asked for. */
const LOW = 3;

/**
 * One to five stars as a group of radio buttons: arrows move, a press chooses and sends. Then there is room for a word, until it is said
 * or the conversation goes on.
 */
export function Rating({ isLast }: { isLast: boolean }) {
  const { chat, texts, rating, wantsRating } = useChat();
  const [problem, setProblem] = useState('');
  const [comment, setComment] = useState('');
  const [hasSaid, setSaid] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  useLaterStyles();
  useEffect(() => {
    if (wantsRating) group.current?.querySelector('input')?.focus();
  }, []);
  // Room for a word may have been made below what is seen.
  useEffect(() => group.current?.scrollIntoView({ block: 'nearest' }), [rating]);
  const choose = (value: number | null) => {
    setProblem('');
    setSaid(false);
    if (value === null) setComment('');
    rate(chat, value).catch((reason) => setProblem(sentenceOf(texts, codeOf(reason))));
  };
  const say = () => {
    setProblem('');
    rate(chat, rating, comment.trim())
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
      {rating && !hasSaid && isLast ? (
        <>
          <label className="chat-field">
            {rating > LOW ? texts.rateComment : texts.rateLow}
            <textarea
              rows={2}
              maxLength={1000}
              dir={(comment && 'auto') as 'auto'}
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
      {rating && (
        <button type="button" className="chat-link" onClick={() => choose(null)}>
          {texts.takeBack}
        </button>
      )}
    </fieldset>
  );
}
