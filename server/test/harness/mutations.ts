/** A body with up to five bytes changed, a quarter of them cut short; the same ones in each run. */
export function makeMutations(whole: Uint8Array) {
  let state = 20_261_127;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return {
    random,
    next() {
      const body = new Uint8Array(whole.subarray(0, random(4) === 0 ? random(whole.length) : whole.length));
      for (let change = random(6); change > 0 && body.length > 0; change -= 1) body[random(body.length)] = random(256);
      return body;
    },
  };
}
