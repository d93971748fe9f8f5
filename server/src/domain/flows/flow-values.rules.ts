import { isOfKind } from '@antiphon/contract/flow-check';
import type { Flow, FlowCondition, FlowOperand, FlowValue, FlowVariable } from '@antiphon/contract/flow-parts';
import { comparedAs } from '@antiphon/contract/flow-ports';
import { asWords } from '../understanding/as-words.rules.ts';
import { sayDate } from '../understanding/say-dates.rules.ts';

export type Vars = Readonly<Record<string, FlowValue>>;

/** What a conversation keeps of a text: many of them are stored with every reply. */
const KEPT_CHARS_MAX = 500;

const heldBy = (vars: Vars, name: string): FlowValue | undefined =>
  Object.hasOwn(vars, name) ? vars[name] : undefined;

export const operandValue = (operand: FlowOperand, vars: Vars): FlowValue | undefined =>
  'value' in operand ? operand.value : heldBy(vars, operand.variable);

export const isHeldBy = (value: FlowValue, variable: FlowVariable): boolean => isOfKind(value, variable);

/** As a variable keeps it; undefined where it cannot hold such a value. Nothing is turned into another kind but into words. */
export function keptAs(variable: FlowVariable, value: unknown): FlowValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (variable.kind === 'text')
    return (Array.isArray(value) ? value.join(', ') : String(value)).slice(0, KEPT_CHARS_MAX).toWellFormed();
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const day = variable.kind === 'date' && typeof value === 'string' ? value.slice(0, 10) : value;
  return isHeldBy(day, variable) ? day : undefined;
}

/** Whether a condition holds. Values of two kinds are never the same, and one that is not there is neither more nor less. */
export function holds(
  { variables }: Flow,
  { variable: name, comparison, operand }: FlowCondition,
  vars: Vars,
): boolean {
  const mine = heldBy(vars, name);
  if (comparison === 'given') return mine !== undefined;
  if (comparison === 'not_given') return mine === undefined;
  const other = operand === null ? undefined : operandValue(operand, vars);
  const variable = variables.find((one) => one.name === name);
  if (!variable || mine === undefined || other === undefined || typeof mine !== typeof other)
    return comparison === 'is_not';
  const as = comparedAs(variable.kind);
  const [one, two] = as === 'text' ? [plain(mine), plain(other)] : [mine, other];
  switch (comparison) {
    case 'is':
      return one === two;
    case 'is_not':
      return one !== two;
    case 'contains':
      return String(one).includes(String(two));
    case 'less':
      return one < two;
    case 'at_most':
      return one <= two;
    case 'more':
      return one > two;
    case 'at_least':
      return one >= two;
  }
}

const plain = (value: FlowValue) => String(value).normalize('NFC').trim().toLowerCase();

const YES_NO: Record<string, [string, string]> = {
  en: ['yes', 'no'],
  de: ['ja', 'nein'],
  es: ['sí', 'no'],
  fr: ['oui', 'non'],
  ar: ['نعم', 'لا'],
};

function inWords({ kind }: FlowVariable, value: FlowValue, lang: string): string {
  const [yes, no] = YES_NO[lang.split('-')[0]?.toLowerCase() ?? ''] ?? (YES_NO.en as [string, string]);
  if (typeof value === 'boolean') return value ? yes : no;
  return (kind === 'date' ? sayDate(String(value), lang) : undefined) ?? String(value).replace(/\s+/g, ' ');
}

/** What variables hold, in the place of their names in braces. `write` makes each fit for where it is read. */
export function fillText(
  { variables }: Flow,
  text: string,
  { vars, lang, write = asWords }: { vars: Vars; lang: string; write?: (text: string) => string },
): string {
  return text
    .replace(/\{([a-z][a-z0-9_]{0,39})\}/g, (all, name: string) => {
      const variable = variables.find((one) => one.name === name);
      if (!variable) return all;
      const value = heldBy(vars, name);
      return value === undefined ? '' : write(inWords(variable, value, lang));
    })
    .trim();
}
