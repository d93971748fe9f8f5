export interface ServerSentEvent {
  id: string;
  event: string;
  data: string;
}

/**
 * A parser of `text/event-stream` that is fed as the bytes come, cut anywhere: between the halves of a character (feed
 * it with a streaming `TextDecoder`), within a line, between CR and LF. Comments (the heartbeat) and events without data
 * are left out; an event that was cut off is never given out.
 */
export function makeSseParser(onEvent: (event: ServerSentEvent) => void) {
  let rest = '';
  let id = '';
  let event = '';
  let data: string[] = [];
  const takeLine = (line: string) => {
    if (line === '') {
      if (data.length) onEvent({ id, event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  };
  return (chunk: string) => {
    rest += chunk;
    // A CR at the very end may be the first half of CRLF: it waits for what follows.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    lines.forEach(takeLine);
  };
}
