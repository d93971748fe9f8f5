import { fillSentence, matchSentence } from './key-of-sentence.ts';
import { limits } from './limits.ts';

/** What can be wrong with a flow. Free of validators, so that screens can import it and say it in another language. */
export const FLOW_FAULTS = {
  nameMissing: 'Please enter a name.',
  variableName: 'Use small letters, digits and _, beginning with a letter.',
  variableTaken: 'There are two variables called {name}.',
  choicesMissing: 'Please enter the choices of {name}.',
  sectionFull: `A section may have at most ${limits.flowSectionNodesMax} nodes.`,
  tooMany: `A canvas may have at most ${limits.flowNodesMax} nodes.`,
  tooLarge: 'The canvas is too large.',
  startMissing: 'A section has exactly one start.',
  mainTwice: 'Only one step can be the main one.',
  idTaken: 'Two parts have the same id.',
  edgeLoose: 'A line leads from or to nothing.',
  portTwice: 'Two lines leave the same exit.',
  intoStart: 'No line can lead to the start.',
  unwired: 'Nothing follows {port}.',
  unreachable: 'Nothing leads here.',
  textMissing: 'Please enter what is said.',
  questionMissing: 'Please enter the question.',
  variableMissing: 'Please choose a variable.',
  undeclared: 'There is no variable called {name}.',
  rowsMissing: 'Please add a case, and what has to be so.',
  operandMissing: 'Please enter what {name} is compared with.',
  comparison: '{name} cannot be compared like this.',
  differentKinds: '{name} cannot be compared with another kind of value.',
  setKind: '{name} cannot hold such a value.',
  exitHow: 'Please say when this exit is taken.',
  examplesFew: `Please give at least ${limits.functionExamplesMin} sentences, or none.`,
  functionMissing: 'Please choose a function.',
  functionGone: 'The agent does not have this function.',
  inputUnknown: 'The function has no input called {name}.',
  inputMissing: 'Please say what {name} is.',
  inputKind: '{name} cannot take such a value.',
  outputUnknown: 'The function has no output called {name}.',
  address: 'Use an https address.',
  fieldsMissing: 'Please add a field.',
  labelTaken: 'Two fields are called {name}.',
  fieldTwice: 'Two fields keep their answer in {name}.',
  sectionMissing: 'Please choose a section.',
  loop: 'This goes round without ever waiting for the visitor.',
} as const;
export type FlowFaultName = keyof typeof FLOW_FAULTS;

export const sayFlowFault = (fault: FlowFaultName, values: Record<string, string> = {}): string =>
  fillSentence(FLOW_FAULTS[fault], values);

/** Which of them a sentence is, with its values; null for any other. */
export const readFlowFault = (sentence: string) => matchSentence(FLOW_FAULTS, sentence);
