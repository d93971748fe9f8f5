const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', "'": "'", '"': '"', '\\': '\\', '?': '?' };

/**
 * The words of a command as a shell reads them: quotes of three kinds, and lines that go on behind a backslash. Null where a quote is
 * never closed. Nothing is run or expanded.
 */
export function shellWords(command: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  const add = (text: string) => {
    word = (word ?? '') + text;
  };
  let at = 0;
  while (at < command.length) {
    const sign = command.charAt(at);
    if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
    } else if (sign === "'") {
      const end = command.indexOf("'", at + 1);
      if (end < 0) return null;
      add(command.slice(at + 1, end));
      at = end + 1;
    } else if (sign === '"' || command.startsWith("$'", at)) {
      const read = sign === '"' ? readDouble(command, at + 1) : readEscaped(command, at + 2);
      if (!read) return null;
      add(read.text);
      at = read.end;
    } else if (sign === '\\') {
      const next = /^\\(\r?\n|[\s\S]?)/.exec(command.slice(at, at + 3))?.[1] ?? '';
      if (!/^\r?\n$/.test(next)) add(next);
      at += 1 + next.length;
    } else {
      add(sign);
      at += 1;
    }
  }
  return word === null ? words : [...words, word];
}

type Read = { text: string; end: number } | null;

function readDouble(command: string, from: number): Read {
  let text = '';
  for (let at = from; at < command.length; at += 1) {
    const sign = command.charAt(at);
    if (sign === '"') return { text, end: at + 1 };
    const next = command.charAt(at + 1);
    if (sign === '\\' && '"\\$`\n'.includes(next) && next !== '') {
      if (next !== '\n') text += next;
      at += 1;
    } else text += sign;
  }
  return null;
}

/** As browsers write what holds an apostrophe or a line's end: `$'...'`. */
function readEscaped(command: string, from: number): Read {
  let text = '';
  for (let at = from; at < command.length; at += 1) {
    const sign = command.charAt(at);
    if (sign === "'") return { text, end: at + 1 };
    if (sign !== '\\') {
      text += sign;
      continue;
    }
    const hex = /^\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(command.slice(at, at + 6));
    const next = command.charAt(at + 1);
    text += hex ? String.fromCharCode(Number.parseInt(hex[1] ?? hex[2] ?? '', 16)) : (ESCAPES[next] ?? `\\${next}`);
    at += hex ? hex[0].length - 1 : 1;
  }
  return null;
}
