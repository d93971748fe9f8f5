import { UNKNOWN_MARKER } from '../../domain/answers/answers.ports.ts';

/**
 * Takes the marker out of a stream that cuts it anywhere. It belongs at the start; models that put it elsewhere are
 * understood too. Text is held back only while it may still become the marker.
 */
export function makeMarkerStripper() {
  let held = '';
  let isFound = false;
  let isAtStart = true;

  /** An answer begins with a word, never with the space after the marker. */
  const emit = (text: string) => {
    const shown = isAtStart ? text.trimStart() : text;
    if (shown !== '') isAtStart = false;
    return shown;
  };

  return {
    push(text: string): string {
      held += text;
      let out = '';
      for (let at = indexOfMarker(held); at >= 0; at = indexOfMarker(held)) {
        isFound = true;
        out += held.slice(0, at);
        held = held.slice(at + UNKNOWN_MARKER.length);
      }
      const kept = lengthOfPossibleMarker(held);
      out += held.slice(0, held.length - kept);
      held = held.slice(held.length - kept);
      return emit(out);
    },
    /** What was held back and never became the marker. */
    end(): string {
      const rest = held;
      held = '';
      return emit(rest);
    },
    get isUnknown() {
      return isFound;
    },
  };
}

const indexOfMarker = (text: string) => text.toLowerCase().indexOf(UNKNOWN_MARKER);

function lengthOfPossibleMarker(text: string): number {
  const end = text.slice(-(UNKNOWN_MARKER.length - 1)).toLowerCase();
  for (let length = end.length; length > 0; length--) {
    if (UNKNOWN_MARKER.startsWith(end.slice(-length))) return length;
  }
  return 0;
}
