import { fillSentence, matchSentence } from './key-of-sentence.ts';
import { limits } from './limits.ts';

/**
 * What can be wrong with a function, with a value that it is given, or with a credential of functions. Free of validators, so that
 * screens can import it and say it in another language.
 */
export const FUNCTION_FAULTS = {
  name: 'Use 3 to 40 small letters, digits and _, beginning with a letter.',
  description: 'Please say what the function does.',
  examples: `Please give at least ${limits.functionExamplesMin} sentences.`,
  partName: 'Use small letters, digits and _, beginning with a letter.',
  nameMissing: 'Please enter a name.',
  nameTaken: 'This name is taken.',
  choicesMissing: 'Please enter the choices.',
  valueMissing: 'Please enter the value.',
  inputAlone: 'Use an input on its own, such as {sample}, without other characters beside it.',
  inputUnknown: 'There is no input called {name}.',
  inputList: 'A list can be used in the body only.',
  inputOptional: '{name} has to be required: the path has no meaning without it.',
  origin: 'Please enter it like https://api.example.com, without a path.',
  originPublic: 'Please enter a public https address.',
  pathSlash: 'A path begins with /.',
  pathSign: 'The path holds a character that has to be written as %XX.',
  pathUp: 'The path may not lead upwards.',
  pathEmpty: 'The path holds an empty part.',
  headerName: 'This is no name of a header.',
  headerKept: 'This header cannot be set.',
  headerSecret: 'Keys belong in a credential, where nobody can read them.',
  headerTaken: 'This header is there already.',
  headerValue: 'A header holds plain letters, digits and signs only.',
  bodyOfGet: 'GET sends no body.',
  bodyJson: 'This is not valid JSON.',
  bodyTree: 'The body has to be an object or a list.',
  bodyDeep: 'The body is nested deeper than {count} levels.',
  bodyLong: 'The body is too long.',
  pointer: 'Please enter it like /order/status.',
  credentialElsewhere: 'This credential may not be sent to {origin}.',
  credentialGone: 'This workspace has no such credential. Choose another one.',
  credentialRefused:
    'The credential of this function cannot be sent to {origin}. Choose another one, or store it again.',
  boundGone: 'This function is not there in this revision. Choose another one.',
  boundTwice: 'There are two functions called {name}.',
  boundOff:
    '{name} has changed since it was approved. Approve it again under Integrations, then choose its newest revision.',
  toolFixed: 'This is set by the MCP source. Only the values can be changed here.',
  toolApproved: 'A tool of an MCP source becomes a function where it is approved.',
  toolInput: 'Its input {name} has a form that cannot be filled in here.',
  toolInputs: `It wants more than ${limits.functionInputsMax} inputs.`,
  toolSchema: 'What it wants to be given cannot be read.',
  sourceKey: 'Keys belong in a credential, and not in the address.',
  sourceUnreachable: '{host} could not be reached, or did not answer in time.',
  sourceRefused: '{host} does not let us in. Choose a credential that it accepts.',
  sourceElsewhere: '{host} sends to another address. Enter that one, if you trust it.',
  sourceLarge: 'The list of its tools is too large.',
  sourceNoMcp: 'At this address there is no MCP server with streamable HTTP.',
  given: 'Please enter a value.',
  text: `Please enter a text of at most ${limits.functionValueCharsMax} characters.`,
  number: 'Please enter a number.',
  integer: 'Please enter a whole number.',
  boolean: 'Please enter true or false.',
  date: 'Please enter a date such as 2026-03-31.',
  datetime: 'Please enter a time such as 2026-03-31T14:00:00Z.',
  email: 'Please enter an email address.',
  phone: 'Please enter a telephone number with its country, such as +15550100.',
  choice: 'Please enter one of the choices.',
  list: `Please enter at most ${limits.functionListMax} texts.`,
  inAddress: 'This cannot be used in an address.',
  address: 'The address of the function is not valid.',
  origins: 'Please enter where it may be sent.',
  username: 'Please enter the user name.',
  secretShort: 'A secret has at least 8 characters.',
  secretSign: 'This secret holds a character that no header can carry.',
} as const;
export type FunctionFaultName = keyof typeof FUNCTION_FAULTS;

export const sayFunctionFault = (fault: FunctionFaultName, values: Record<string, string> = {}): string =>
  fillSentence(FUNCTION_FAULTS[fault], values);

/** Which of them a sentence is, with its values; null for any other. */
export const readFunctionFault = (sentence: string) => matchSentence(FUNCTION_FAULTS, sentence);
