import type { Choice } from '@antiphon/contract/events';
import { make } from './make-element.ts';

export const isCard = ({ text, image, url }: Choice): boolean => Boolean(text || image || url);

const isHttps = (address: string | undefined): address is string =>
  address?.startsWith('https://') === true && URL.canParse(address);

/** A choice with a picture, words and an address above its button. */
export function drawCard({ text, image, url }: Choice, button: HTMLElement): HTMLElement {
  const card = make('div', 'chat-card chat-pick');
  if (isHttps(image)) {
    const picture = make('img');
    picture.loading = 'lazy';
    picture.referrerPolicy = 'no-referrer';
    // The button below says what it shows.
    picture.alt = '';
    picture.onerror = () => picture.remove();
    picture.src = image;
    card.append(picture);
  }
  if (text) {
    const words = make('p', '', text);
    words.dir = 'auto';
    card.append(words);
  }
  if (isHttps(url)) {
    const link = make('a', '', new URL(url).hostname.replace(/^www\./, ''));
    link.href = url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
    card.append(link);
  }
  card.append(button);
  return card;
}
