import { readFunctionFault } from '@antiphon/contract/function-faults';
import { say } from '../../../texts/texts.ts';

/** A sentence of the server in the language shown; what is none of the contract's stays as it is. Wants the texts of faults. */
export function saySourceFault(message: string): string {
  const found = readFunctionFault(message);
  return found ? say('function-faults', found.key, found.values) : message;
}
