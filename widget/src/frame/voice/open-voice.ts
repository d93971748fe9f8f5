import './voice-styles.ts';
import type { CallMessage } from '@antiphon/contract/calls';
import type { Chat } from '../chat/chat.ts';
import { VOICE_TEXTS, type VoiceTexts } from '../texts/voice.ts';
import { canListen, type Ears, openEars } from './browser-ears.ts';
import { type Mouth, openMouth } from './browser-mouth.ts';
import { type KeptCall, keptCall, type Line, openLine } from './call-line.ts';
import { type CallPanel, drawPanel } from './draw-panel.ts';

// Loaded by itself with the first call, so that it shares no code with the chat.

let isOpen = false;

/** Begins a call in `place`, above where the visitor types; or goes on with the one that the page was left in. */
export function openVoice(place: HTMLElement, chat: Chat, lang: string): void {
  if (isOpen) return;
  isOpen = true;
  const texts = VOICE_TEXTS[lang as keyof typeof VOICE_TEXTS] ?? VOICE_TEXTS.en;
  const kept = keptCall();
  const isResumed = kept !== null && kept.conversationId === chat.store.get().conversation?.conversationId;
  const panel = drawPanel(place, texts, () => {
    isOpen = false;
  });
  // The microphone is asked for by the press of the button, after it was said who listens.
  panel.ask(canListen() ? texts.before : texts.deaf, isResumed ? texts.resume : texts.start, () =>
    isResumed ? void hold(panel, texts, chat, kept, true) : void dial(panel, texts, chat),
  );
}

async function dial(panel: CallPanel, texts: VoiceTexts, chat: Chat): Promise<void> {
  panel.show('connecting', texts.connecting);
  try {
    const { conversationId, visitorToken } = await chat.begin('');
    const response = await fetch(callsUrl(chat, conversationId), {
      method: 'POST',
      headers: { authorization: `Bearer ${visitorToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const answer = await response.json();
    if (!response.ok) return panel.close(answer.code === 'lines_busy' ? texts.busy : texts.failed);
    const { callId, secret } = answer as { callId: string; secret: string };
    hold(panel, texts, chat, { callId, secret, conversationId, messageId: null, to: 0 }, false);
  } catch {
    panel.close(texts.failed);
  }
}

const callsUrl = (chat: Chat, conversationId: string) => chat.api.eventsUrl(conversationId).replace(/events$/, 'calls');

function hold(panel: CallPanel, texts: VoiceTexts, chat: Chat, call: KeptCall, isResumed: boolean): void {
  const path = chat.api.eventsUrl(call.conversationId).replace(/\/public\/.*/, `/calls/${call.callId}`);
  const said = new Map<number, { messageId: string | null; to: number }>();
  let mouth: Mouth | null = null;
  let ears: Ears | null = null;
  let isDeaf = false;
  panel.show('connecting', texts.connecting);
  const played = (piece: number, share: number) => {
    line.tell({ type: 'played', piece, share });
    const known = said.get(piece);
    if (share === 1 && known?.messageId) Object.assign(call, known);
  };
  const listening = () => panel.show('listening', isDeaf ? texts.typing : texts.listening);
  const begin = ({ lang, voice, rate }: Extract<CallMessage, { type: 'ready' }>) => {
    mouth?.stop();
    said.clear();
    mouth = openMouth({
      ...{ lang, voice, rate },
      onPlayed: played,
      onSpeaking(isSpeaking) {
        if (isSpeaking) ears?.rest();
        else ears?.listen();
      },
      onMute: () => panel.note(texts.mute),
    });
    ears ??= openEars({
      lang,
      onPartial(text) {
        panel.hear(text);
        line.tell({ type: 'partial', text });
      },
      onFinal(text) {
        panel.hear(text);
        line.tell({ type: 'final', text });
      },
      onDeaf() {
        isDeaf = true;
        panel.note(canListen() ? texts.forbidden : texts.deaf);
      },
    });
    ears.listen();
    listening();
  };
  const end = (words: string) => {
    mouth?.stop();
    ears?.rest();
    panel.close(words);
  };
  const line: Line = openLine({
    url: new URL(path, location.href.replace(/^http/, 'ws')).href,
    ...{ call, isResumed },
    onWeak: (isWeak) => (isWeak ? panel.show('connecting', texts.weak) : undefined),
    onLost: () => end(texts.lost),
    onMessage(message) {
      if (message.type === 'ready') begin(message);
      else if (message.type === 'say') {
        said.set(message.piece, message);
        panel.hear('');
        mouth?.say(message);
      } else if (message.type === 'state') {
        if (message.state === 'listening') listening();
        else panel.show(message.state, texts[message.state]);
      } else if (message.type === 'ended') end(message.reason === 'lost' ? texts.lost : texts.ended);
      else if (message.type === 'pause' || message.type === 'resume' || message.type === 'stop')
        mouth?.[message.type]();
    },
  });
  panel.control({
    onInterrupt() {
      // Silent at once, whatever the connection is like.
      mouth?.stop();
      line.tell({ type: 'tap' });
    },
    onEnd() {
      line.close();
      end(texts.ended);
    },
  });
}
