import { makeGraphemeEdges } from './grapheme-edges.ts';

/** A range of a message's text, in UTF-16 units, as Telegram has them (https://core.telegram.org/bots/api#messageentity). */
export type Entity = { type: EntityType; offset: number; length: number; language?: string };
export type EntityType = 'bold' | 'italic' | 'strikethrough' | 'code' | 'pre' | 'blockquote';
export type StyledText = { text: string; entities: Entity[] };

export type TextWriter = ReturnType<typeof makeTextWriter>;

/** Collects a text with its entities; what passes `unitsMax` is left out, and an ellipsis tells so. */
export function makeTextWriter(unitsMax: number) {
  const pieces: string[] = [];
  const entities: Entity[] = [];
  const last = new Map<EntityType, Entity>();
  let length = 0;
  let breaks = 0;
  let indent = '';
  let isFull = false;

  const append = (text: string) => {
    pieces.push(text);
    length += text.length;
  };

  /** Line breaks come before what follows them, so that none is left at the end. */
  const breakLines = () => {
    if (breaks > 0 && length > 0) append('\n'.repeat(breaks) + indent);
    breaks = 0;
  };

  const style = (type: EntityType, units: number) => {
    const open = last.get(type);
    if (open && open.offset + open.length === length) {
      open.length += units;
      return;
    }
    const made = { type, offset: length, length: units };
    last.set(type, made);
    entities.push(made);
  };

  return {
    /** At least this many line breaks before the next text. */
    gap(count: 1 | 2) {
      breaks = Math.max(breaks, count);
    },
    write(text: string, styles: readonly EntityType[]) {
      if (text === '' || isFull) return;
      breakLines();
      const lines = indent === '' ? text : text.replaceAll('\n', `\n${indent}`);
      const room = unitsMax - length;
      isFull = lines.length > room;
      const taken = isFull ? `${lines.slice(0, makeGraphemeEdges(lines).before(Math.max(0, room)))}…` : lines;
      for (const type of styles) style(type, taken.length);
      append(taken);
    },
    /** Lines within begin with `more` than those around them. */
    indented(more: string, inner: () => void) {
      const around = indent;
      indent += more;
      inner();
      indent = around;
    },
    /** All that `inner` writes, line breaks too, as one entity, without an indent. */
    enclose(entity: { type: EntityType; language?: string }, inner: () => void) {
      if (isFull) return;
      const around = indent;
      indent = '';
      breakLines();
      const offset = length;
      inner();
      indent = around;
      if (length > offset) entities.push({ ...entity, offset, length: length - offset });
    },
    end: (): StyledText => ({
      text: pieces.join(''),
      entities: entities.sort((one, other) => one.offset - other.offset || other.length - one.length),
    }),
  };
}
