/** The fields as they were saved, but for those that were changed again while `sent` was on its way. */
export function mergeSaved<Values extends object>(typed: Values, sent: Values, saved: Values): Values {
  const isSame = (key: keyof Values) => JSON.stringify(typed[key]) === JSON.stringify(sent[key]);
  const changed = (Object.keys(typed) as (keyof Values)[]).filter((key) => !isSame(key));
  return { ...saved, ...Object.fromEntries(changed.map((key) => [key, typed[key]])) };
}
