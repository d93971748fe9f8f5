import { expect, test } from 'vitest';
import { kindAsked } from './listing.rules.ts';

test.for([
  ['what courses do you have?', 'courses'],
  ['Which memberships are there?', 'memberships'],
  ['which kinds of bread do you sell', 'bread'],
  ['What are your packages?', 'packages'],
  ['Welche Kurse gibt es?', 'Kurse'],
  ['welche menüs bieten sie an', 'menüs'],
  ['¿Qué cursos ofrecen?', 'cursos'],
  ['Quels cours proposez-vous ?', 'cours'],
  ['Quels sont vos menus ?', 'menus'],
  ['ما هي الدورات المتوفرة؟', 'الدورات'],
  ['what time do you close?', null],
  ['Which course is the best?', null],
  ['Do you have courses?', null],
  ['Welche Größe brauche ich?', null],
] as const)('"%s" asks for all of %s', ([question, kind]) => {
  expect(kindAsked(question)).toBe(kind);
});
