import type { Saved } from '../protocol.ts';

// A script of its own: a page gets it once a conversation waits there, or something came that was not seen.

/** Is told what the badge says. */
export type Attention = (count: number) => void;

const ASKED_EVERY_MS = 20_000;
const TONE_SECONDS = 0.4;

let mark = '';

/** Before the title of the page, whatever the page makes of it meanwhile. */
function markTitle(count: number): void {
  const { title } = document;
  const bare = mark && title.startsWith(mark) ? title.slice(mark.length) : title;
  mark = count > 0 ? `(${count}) ` : '';
  if (mark + bare !== title) document.title = mark + bare;
}

/** Browsers let a page sound that was pressed or typed on, and complain of any other. */
function sound(): void {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.1, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + TONE_SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + TONE_SECONDS);
  tone.onended = () => void context.close();
}

/**
 * Asks for what came while the conversation waits, the page is visible and the chat is not loaded, which hears of it by itself. Returns
 * what is to be told of every count, for the title and the sound.
 */
export function attend(
  api: string,
  saved: Saved,
  save: (next: Saved) => void,
  isLoaded: () => unknown,
  onCount: Attention,
): Attention {
  let told: number | undefined;
  async function ask(): Promise<void> {
    const { current, awaits, seen } = saved;
    if (!current || !awaits || document.hidden || isLoaded()) return;
    const { conversationId, visitorToken } = current;
    const response = await fetch(
      `${api}/public/conversations/${conversationId}/unread${seen ? `?after=${seen}` : ''}`,
      { headers: { authorization: `Bearer ${visitorToken}` }, cache: 'no-store' },
    );
    if (isLoaded() || saved.current?.conversationId !== conversationId) return;
    if (response.status === 404) save({ awaits: false });
    if (!response.ok) return;
    const { count, isAwaited } = await response.json();
    save({ awaits: isAwaited });
    onCount(count);
  }
  const askSoftly = () => {
    markTitle(told ?? 0);
    // A page without a network asks again.
    ask().catch(() => {});
  };
  setInterval(askSoftly, ASKED_EVERY_MS);
  // What was counted or read on another page of the site; the loader has just recalled it.
  addEventListener('storage', () => isLoaded() || onCount(saved.unread ?? 0));
  askSoftly();
  return (count) => {
    try {
      markTitle(count);
      if (told !== undefined && count > told && !saved.isMuted) sound();
    } catch {
      // Nothing of ours reaches the page as an error.
    }
    told = count;
  };
}
