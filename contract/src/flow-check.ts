import { type FlowFaultName, sayFlowFault } from './flow-faults.ts';
import { findLoops } from './flow-loops.ts';
import type { Flow, FlowCondition, FlowNode, FlowOperand, FlowSection, FlowVariable, NodeOf } from './flow-parts.ts';
import { comparedAs, isHttpsAddress, namedIn, nodeBehind, portsOf, textsOf } from './flow-ports.ts';
import type { FunctionInput, FunctionOutput } from './function-parts.ts';
import { limits } from './limits.ts';

/** What is wrong with a flow, and where: at a node, at a section, or with the whole. */
export type FlowFault = { sectionId: string | null; nodeId: string | null; port: string | null; message: string };

/** A function that the agent has, as far as nodes speak of it. */
export type FlowFunction = {
  functionId: string;
  inputs: Pick<FunctionInput, 'name' | 'kind' | 'isRequired' | 'source'>[];
  outputs: Pick<FunctionOutput, 'name' | 'kind'>[];
};

type Say = (fault: FlowFaultName, values?: Record<string, string>, port?: string) => void;
type Check = {
  flow: Flow;
  section: FlowSection;
  variables: Map<string, FlowVariable>;
  functions: readonly FlowFunction[];
};

/** Everything that the shapes alone do not say; the same in the browser and at publishing. Empty: it can be published. */
export function findFlowFaults(flow: Flow, functions: readonly FlowFunction[]): FlowFault[] {
  const faults: FlowFault[] = [];
  const sayAt =
    (sectionId: string | null, nodeId: string | null): Say =>
    (fault, values, port) =>
      void faults.push({ sectionId, nodeId, port: port ?? null, message: sayFlowFault(fault, values) });
  const variables = new Map(flow.variables.map((variable) => [variable.name, variable]));
  checkWhole(flow, sayAt(null, null));
  for (const section of flow.sections) {
    checkSection(section, sayAt(section.id, null));
    const reached = reachedIn(section);
    for (const node of section.nodes) {
      const say = sayAt(section.id, node.id);
      checkWires(section, node, say);
      if (!reached.has(node.id)) say('unreachable');
      checkNode(node, { flow, section, variables, functions }, say);
    }
  }
  for (const { section, node } of findLoops(flow)) sayAt(section.id, node.id)('loop');
  return faults;
}

function checkWhole(flow: Flow, say: Say) {
  const nodes = flow.sections.flatMap((section) => section.nodes);
  if (nodes.length > limits.flowNodesMax) say('tooMany');
  if (nodes.filter((node) => node.kind === 'step' && node.isMain).length > 1) say('mainTwice');
  const ids = [...flow.sections, ...nodes].map(({ id }) => id);
  if (new Set(ids).size < ids.length) say('idTaken');
  for (const [index, { name, kind, choices }] of flow.variables.entries()) {
    if (flow.variables.findIndex((one) => one.name === name) < index) say('variableTaken', { name });
    if (kind === 'choice' && choices.length === 0) say('choicesMissing', { name });
  }
}

function checkSection(section: FlowSection, say: Say) {
  if (section.name === '') say('nameMissing');
  if (section.examples.length > 0 && section.examples.length < limits.functionExamplesMin) say('examplesFew');
  if (section.nodes.filter(({ kind }) => kind === 'start').length !== 1) say('startMissing');
  const byId = new Map(section.nodes.map((node) => [node.id, node]));
  const taken = new Set<string>();
  for (const { from, port, to } of section.edges) {
    const [source, target] = [byId.get(from), byId.get(to)];
    if (!source || !target || !portsOf(source).includes(port)) say('edgeLoose');
    if (target?.kind === 'start') say('intoStart');
    if (taken.has(`${from} ${port}`)) say('portTwice');
    taken.add(`${from} ${port}`);
  }
}

function checkWires(section: FlowSection, node: FlowNode, say: Say) {
  for (const port of portsOf(node))
    if (!nodeBehind(section, node.id, port)) say('unwired', { port: portName(node, port) }, port);
}

/** What a port is called: the words of its choice, exit or row, else its own name. */
export function portName(node: FlowNode, port: string): string {
  if (node.kind === 'message') return node.choices.find(({ id }) => id === port)?.label || port;
  if (node.kind === 'step') return node.exits.find(({ id }) => id === port)?.name || port;
  if (node.kind === 'condition') {
    const row = node.rows.findIndex(({ id }) => id === port);
    return row < 0 ? port : String(row + 1);
  }
  return port;
}

function reachedIn(section: FlowSection): Set<string> {
  const reached = new Set<string>();
  const open = section.nodes.filter(({ kind }) => kind === 'start').map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const edge of section.edges) if (edge.from === id) open.push(edge.to);
  }
  return reached;
}

function checkNode(node: FlowNode, check: Check, say: Say) {
  for (const name of new Set(textsOf(node).flatMap(namedIn)))
    if (!check.variables.has(name)) say('undeclared', { name });
  switch (node.kind) {
    case 'message':
      if (node.text.trim() === '') say('textMissing');
      if (node.choices.some(({ label }) => label === '')) say('nameMissing');
      if (node.choices.some(({ image, url }) => [image, url].some((one) => one !== '' && !isHttpsAddress(one))))
        say('address');
      return;
    case 'step':
      return checkStep(node, say);
    case 'condition':
      if (node.rows.length === 0 || node.rows.some(({ all }) => all.length === 0)) say('rowsMissing');
      for (const condition of node.rows.flatMap(({ all }) => all)) checkCondition(condition, check, say);
      return;
    case 'collect':
      if (node.question.trim() === '') say('questionMissing');
      return void variableOf(node.variable, check, say);
    case 'form':
      return checkForm(node, check, say);
    case 'set': {
      const variable = variableOf(node.variable, check, say);
      if (variable && !canHold(variable, node.value, check, say)) say('setKind', { name: variable.name });
      return;
    }
    case 'function':
      return checkFunction(node, check, say);
    case 'jump':
      if (!check.flow.sections.some(({ id }) => id === node.sectionId)) say('sectionMissing');
  }
}

function checkStep({ exits }: NodeOf<'step'>, say: Say) {
  for (const { name, when, examples } of exits) {
    if (name === '') say('nameMissing');
    if (when === '' && examples.length === 0) say('exitHow');
    if (examples.length > 0 && examples.length < limits.functionExamplesMin) say('examplesFew');
  }
}

function checkForm({ text, fields }: NodeOf<'form'>, check: Check, say: Say) {
  if (text.trim() === '') say('textMissing');
  if (fields.length === 0) say('fieldsMissing');
  for (const [index, { variable, label }] of fields.entries()) {
    const before = fields.slice(0, index);
    if (label === '') say('nameMissing');
    // What is sent names its fields by their labels.
    else if (before.some((one) => one.label.toLowerCase() === label.toLowerCase())) say('labelTaken', { name: label });
    if (variable !== '' && before.some((one) => one.variable === variable)) say('fieldTwice', { name: variable });
    variableOf(variable, check, say);
  }
}

function variableOf(name: string, { variables }: Check, say: Say): FlowVariable | undefined {
  if (name === '') return void say('variableMissing');
  const variable = variables.get(name);
  if (!variable) say('undeclared', { name });
  return variable;
}

function checkCondition({ variable: name, comparison, operand }: FlowCondition, check: Check, say: Say) {
  const variable = variableOf(name, check, say);
  if (!variable || comparison === 'given' || comparison === 'not_given') return;
  const as = comparedAs(variable.kind);
  if (!COMPARISONS[as].includes(comparison)) say('comparison', { name });
  if (operand === null || ('value' in operand && operand.value === '')) return say('operandMissing', { name });
  if ('variable' in operand) {
    const other = variableOf(operand.variable, check, say);
    if (other && comparedAs(other.kind) !== as) say('differentKinds', { name });
  } else if (!isOfKind(operand.value, variable)) say('differentKinds', { name });
}

/** What can be asked of a value besides whether it is there. */
export const COMPARISONS: Record<ReturnType<typeof comparedAs>, readonly FlowCondition['comparison'][]> = {
  text: ['is', 'is_not', 'contains'],
  number: ['is', 'is_not', 'less', 'at_most', 'more', 'at_least'],
  boolean: ['is', 'is_not'],
  date: ['is', 'is_not', 'less', 'at_most', 'more', 'at_least'],
};

/** Whether a value is one that such a variable can hold. */
export function isOfKind(value: string | number | boolean, { kind, choices }: Omit<FlowVariable, 'name'>): boolean {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (kind === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  return kind !== 'choice' || choices.includes(value);
}

/** Words take everything as it is written. */
function canHold(variable: FlowVariable, operand: FlowOperand, check: Check, say: Say): boolean {
  if ('value' in operand) return isOfKind(operand.value, variable);
  const other = variableOf(operand.variable, check, say);
  return !other || variable.kind === 'text' || variable.kind === other.kind;
}

function checkFunction(node: NodeOf<'function'>, check: Check, say: Say) {
  if (node.functionId === '') return say('functionMissing');
  const known = check.functions.find(({ functionId }) => functionId === node.functionId);
  if (!known) return say('functionGone');
  for (const { name, from } of node.inputs) {
    const input = known.inputs.find((one) => one.name === name);
    if (!input) say('inputUnknown', { name });
    else if (!canTake(input, from, check, say)) say('inputKind', { name });
  }
  // What the visitor has to have said themselves may be found in their own words.
  for (const { name, isRequired, source } of known.inputs)
    if (isRequired && source !== 'fixed' && !node.inputs.some((one) => one.name === name))
      say('inputMissing', { name });
  for (const { name, variable: into } of node.outputs) {
    const output = known.outputs.find((one) => one.name === name);
    if (!output) say('outputUnknown', { name });
    const variable = variableOf(into, check, say);
    if (output && variable && variable.kind !== 'text' && variable.kind !== output.kind) say('setKind', { name: into });
  }
}

function canTake({ kind }: Pick<FunctionInput, 'kind'>, from: FlowOperand, check: Check, say: Say): boolean {
  const given = 'value' in from ? typeof from.value : variableOf(from.variable, check, say)?.kind;
  if (given === undefined || kind === 'text') return true;
  if (kind === 'number' || kind === 'integer') return given === 'number';
  if (kind === 'boolean') return given === 'boolean';
  // The rest are texts of a form, which is looked at when the call is made.
  return given !== 'number' && given !== 'boolean';
}
