import './voice-styles.ts';
import type { CallMessage } from '@antiphon/contract/calls';
import type { Chat } from '../chat/chat.ts';
import { VOICE_TEXTS, type VoiceTexts } from '../texts/voice.ts';
import { canListen } from './browser-ears.ts';
import { type KeptCall, keptCall, type Line, openLine } from './call-line.ts';
import { type Device, type DeviceParts, openBrowser, type Ready, type Said } from './device.ts';
import { type CallPanel, drawPanel } from './draw-panel.ts';
import { openSoundDevice } from './sound-device.ts';

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
  const travels = chat.store.get().agent.callMode === 'server';
  const before = travels ? texts.beforeSound : canListen() ? texts.before : texts.deaf;
  // The microphone is asked for by the press of the button, after it was said who listens.
  panel.ask(before, isResumed ? texts.resume : texts.start, () => {
    const call = makeCall(panel, texts, chat);
    if (travels) void call.openSound();
    if (isResumed) call.hold(kept, true);
    else void dial(call, panel, texts, chat);
  });
}

type Call = ReturnType<typeof makeCall>;

async function dial(call: Call, panel: CallPanel, texts: VoiceTexts, chat: Chat): Promise<void> {
  panel.show('connecting', texts.connecting);
  const failed = (words: string) => {
    call.close();
    panel.close(words);
  };
  try {
    const { conversationId, visitorToken } = await chat.begin('');
    const response = await fetch(callsUrl(chat, conversationId), {
      method: 'POST',
      headers: { authorization: `Bearer ${visitorToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const answer = await response.json();
    if (!response.ok) return failed(answer.code === 'lines_busy' ? texts.busy : texts.failed);
    const { callId, secret } = answer as { callId: string; secret: string };
    call.hold({ callId, secret, conversationId, messageId: null, to: 0 }, false);
  } catch {
    failed(texts.failed);
  }
}

const callsUrl = (chat: Chat, conversationId: string) => chat.api.eventsUrl(conversationId).replace(/events$/, 'calls');

function makeCall(panel: CallPanel, texts: VoiceTexts, chat: Chat) {
  const said = new Map<number, Said>();
  let line: Line | undefined;
  let kept: KeptCall;
  let isOver = false;
  let device: Device | null = null;
  let mode: Ready['mode'] | null = null;
  let opening: Promise<Device> | null = null;
  /** What came while the microphone was being asked for. */
  let waiting: (() => void)[] = [];
  const parts: DeviceParts = {
    panel,
    texts,
    line: () => line,
    played(piece, share) {
      line?.tell({ type: 'played', piece, share });
      const known = said.get(piece);
      if (share === 1 && known?.messageId) Object.assign(kept, { messageId: known.messageId, to: known.to });
    },
  };
  const openSound = () => {
    opening ??= openSoundDevice(parts);
    opening.catch(() => {});
    return opening;
  };
  const close = () => {
    isOver = true;
    device?.close();
    // It may be opened still.
    opening?.then((opened) => opened.close()).catch(() => {});
  };
  const end = (words: string) => {
    close();
    panel.close(words);
  };
  const listening = () => panel.show('listening', device?.isDeaf() ? texts.typing : texts.listening);
  /** To whoever listens and speaks now, or will in a moment. */
  const hand = (act: (to: Device) => void) => {
    if (device) act(device);
    else waiting.push(() => device && act(device));
  };
  const begin = async (ready: Ready) => {
    said.clear();
    waiting = [];
    if (mode !== ready.mode) {
      device?.close();
      device = null;
      mode = ready.mode;
      const isSound = mode === 'server';
      if (!isSound) {
        opening?.then((opened) => opened.close()).catch(() => {});
        opening = null;
      }
      // A browser without a loudspeaker for us: the words are shown, and the visitor types.
      const opened = isSound ? await openSound().catch(() => openBrowser(parts, ready)) : openBrowser(parts, ready);
      if (isOver) return opened.close();
      device = opened;
    }
    device?.begin(ready);
    listening();
    for (const act of waiting.splice(0)) act();
  };
  const take = (message: CallMessage) => {
    switch (message.type) {
      case 'ready':
        return void begin(message);
      case 'say':
        said.set(message.piece, message);
        panel.hear('');
        return hand((to) => to.say(message));
      case 'heard':
        return panel.hear(message.text);
      case 'state':
        return hand(() =>
          message.state === 'listening' ? listening() : panel.show(message.state, texts[message.state]),
        );
      case 'pause':
      case 'resume':
      case 'stop':
        return hand((to) => to[message.type]());
      case 'ended':
        end(message.reason === 'lost' ? texts.lost : texts.ended);
    }
  };
  const hold = (call: KeptCall, isResumed: boolean) => {
    kept = call;
    const path = chat.api.eventsUrl(call.conversationId).replace(/\/public\/.*/, `/calls/${call.callId}`);
    panel.show('connecting', texts.connecting);
    line = openLine({
      url: new URL(path, location.href.replace(/^http/, 'ws')).href,
      ...{ call, isResumed },
      onWeak: (isWeak) => (isWeak ? panel.show('connecting', texts.weak) : undefined),
      onLost: () => end(texts.lost),
      onMessage: take,
      onBytes: (bytes) => hand((to) => to.play(bytes)),
    });
    panel.control({
      onInterrupt() {
        // Silent at once, whatever the connection is like.
        device?.stop();
        line?.tell({ type: 'tap' });
      },
      onEnd() {
        line?.close();
        end(texts.ended);
      },
    });
  };
  return { openSound, hold, close };
}
