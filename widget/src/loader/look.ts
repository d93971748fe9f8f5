import { guard } from './dom.ts';

/** The triple, where it makes a colour; so that no text of a customer reaches a stylesheet as it is. */
export const validTriple = (text: unknown) => CSS.supports('color', `hsl(${text})`) && `${text}`;

const primaryIn = guard((json: string) => validTriple(JSON.parse(json).primary));

/** The primary colour of a `customThemeJSONString` as an HSL triple, or the default where it is empty or broken. */
export const tripleOf = (customThemeJSONString: string) => primaryIn(customThemeJSONString) || '219 58% 43%';
