/**
 * Pieces of which nothing is spoken, such as the mark of a source: each is over once the piece before it is, and not before, for whoever has
 * heard it has heard all before it.
 */
export function makeSilentPieces(onOver: (piece: number) => void) {
  let waiting: { id: number; after: number }[] = [];
  /** The last that is spoken, and the last that is over. */
  let said = 0;
  let over = 0;
  const tell = () => {
    const due = waiting.filter(({ after }) => after <= over);
    waiting = waiting.filter(({ after }) => after > over);
    for (const { id } of due) onOver(id);
  };
  return {
    spoken(id: number) {
      said = id;
    },
    silent(id: number) {
      waiting.push({ id, after: said });
      queueMicrotask(tell);
    },
    played(id: number, share: number) {
      if (share < 1) return;
      over = Math.max(over, id);
      tell();
    },
    stop() {
      waiting = [];
      over = said;
    },
  };
}
