export type Told = { subject: string; text: string };

/** A message of PostgreSQL may hold 8,000 bytes. */
const MESSAGE_BYTES_MAX = 7_900;

/** In few messages, each with its sender. A text stands as it is, behind its subject and length: quoted again it might not fit. */
export function packTexts(sender: string, all: readonly Told[]): string[] {
  const messages: string[] = [];
  let message = sender;
  let bytes = message.length;
  for (const { subject, text } of all) {
    const part = `\n${subject} ${text.length}\n${text}`;
    const size = Buffer.byteLength(part);
    if (bytes + size > MESSAGE_BYTES_MAX && bytes > sender.length) {
      messages.push(message);
      [message, bytes] = [sender, sender.length];
    }
    message += part;
    bytes += size;
  }
  return [...messages, message];
}

export function readTexts(message: string): { sender: string; told: Told[] } {
  const headEnd = message.indexOf('\n');
  const sender = headEnd === -1 ? message : message.slice(0, headEnd);
  const told: Told[] = [];
  let at = sender.length + 1;
  while (at < message.length) {
    const end = message.indexOf('\n', at);
    const [subject = '', length] = message.slice(at, end).split(' ');
    at = end + 1 + Number(length);
    told.push({ subject, text: message.slice(end + 1, at) });
    at += 1;
  }
  return { sender, told };
}
