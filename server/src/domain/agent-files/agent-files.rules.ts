import type { AgentFile, AgentFileNote } from '@antiphon/contract/agent-files';
import type { AgentSettings } from '@antiphon/contract/agents';
import type { FunctionId } from '@antiphon/contract/ids';
import type { NewSuiteCase, SuiteCheck } from '@antiphon/contract/suites';
import type { AdoptedFunction } from '../functions/adopt-functions.ts';

type Adopted = ReadonlyMap<FunctionId, AdoptedFunction>;

/** Settings without what belongs to one workspace: keys, schedule, where requests for a person are mailed, files that are stored here. */
export function withoutOwn(settings: AgentSettings): AgentSettings {
  const { model, handoff, voice, roundedImageURL } = settings;
  return {
    ...settings,
    roundedImageURL: roundedImageURL.startsWith('/') ? '' : roundedImageURL,
    model: {
      ...model,
      credentialId: null,
      fallbacks: model.fallbacks.map((fallback) => ({ ...fallback, credentialId: null })),
    },
    handoff: { ...handoff, scheduleId: null, email: '' },
    voice: { ...voice, credentialId: null },
  };
}

/** What a file becomes where its functions are called otherwise, and no document of it is there. */
export function fitFile(file: AgentFile, adopted: Adopted): Omit<AgentFile, 'functions'> & { notes: AgentFileNote[] } {
  const cases = file.suite.cases.map((one) => fitCase(renameCalls(one, file, adopted)));
  const settings = fitSettings(withoutOwn(file.settings), adopted);
  const { provider } = settings.model;
  return {
    ...file,
    settings,
    suite: { ...file.suite, cases: cases.flatMap(({ fitted }) => fitted ?? []) },
    notes: [
      ...file.functions.flatMap((one) => noteFunction(one, adopted)),
      ...cases.flatMap(({ note }) => note ?? []),
      ...(provider === 'builtin' ? [] : [{ kind: 'model_key' as const, provider }]),
    ],
  };
}

function fitSettings(settings: AgentSettings, adopted: Adopted): AgentSettings {
  const { flow, functions } = settings;
  return {
    ...settings,
    functions: functions.flatMap((bound) => {
      const its = adopted.get(bound.functionId);
      return its ? [{ ...bound, functionId: its.functionId, revision: its.revision }] : [];
    }),
    flow: flow && {
      ...flow,
      sections: flow.sections.map((section) => ({
        ...section,
        nodes: section.nodes.map((node) =>
          node.kind === 'function' && node.functionId !== ''
            ? { ...node, functionId: adopted.get(node.functionId)?.functionId ?? ('' as const) }
            : node,
        ),
      })),
    },
  };
}

function noteFunction(
  { functionId, definition, usesCredential }: AgentFile['functions'][number],
  adopted: Adopted,
): AgentFileNote[] {
  const its = adopted.get(functionId);
  if (!its) return [{ kind: 'tool_left_out', name: definition.name }];
  if (its.isReused) return [{ kind: 'function_reused', name: its.name }];
  return [
    ...(its.name === definition.name
      ? []
      : [{ kind: 'function_renamed' as const, from: definition.name, to: its.name }]),
    ...(usesCredential ? [{ kind: 'credential_missing' as const, functionId: its.functionId, name: its.name }] : []),
  ];
}

/** Tests name functions by their names. */
function renameCalls(one: NewSuiteCase, { functions }: AgentFile, adopted: Adopted): NewSuiteCase {
  const names = new Map(
    functions.map(({ functionId, definition: { name } }) => [name, adopted.get(functionId)?.name ?? name]),
  );
  const renamed = (name: string) => names.get(name) ?? name;
  const { script } = one;
  return {
    ...one,
    script: {
      ...script,
      answers: script.answers.map((answer) => ({ ...answer, name: renamed(answer.name) })),
      turns: script.turns.map((turn) => ({
        ...turn,
        checks: turn.checks.map((check) => (check.kind === 'calls' ? { ...check, name: renamed(check.name) } : check)),
      })),
    },
  };
}

const namesDocument = (check: SuiteCheck) => check.kind === 'cites';

/** Without the checks that name a document: no answer could ever cite it. Null where they were all there was. */
function fitCase(one: NewSuiteCase): { fitted: NewSuiteCase | null; note: AgentFileNote | null } {
  const { title, script } = one;
  const checks = script.turns.flatMap((turn) => turn.checks);
  const gone = checks.filter(namesDocument).length;
  if (gone === 0) return { fitted: one, note: null };
  const isLeftOut = gone === checks.length;
  const turns = script.turns.map((turn) => ({ ...turn, checks: turn.checks.filter((check) => !namesDocument(check)) }));
  return {
    fitted: isLeftOut ? null : { ...one, script: { ...script, turns } },
    note: { kind: 'checks_left_out', title, checks: gone, isLeftOut },
  };
}
