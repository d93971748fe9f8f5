import { AgentSettings } from '@antiphon/contract/agents';
import { say } from '../../texts/texts.ts';

interface ZodIssue {
  code: string;
  path: PropertyKey[];
  message: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  origin?: string;
}

/** What keeps the working copy from being saved, by the path of the field, such as 'suggestedQuestions.0'. */
export function settingsErrors(settings: AgentSettings): Record<string, string> {
  const { fallbacks, ...first } = settings.model;
  const nameless = [
    ['model.model', first] as const,
    ...fallbacks.map((fallback, index) => [`model.fallbacks.${index}.model`, fallback] as const),
  ].filter(([, { provider, model }]) => provider !== 'builtin' && model.trim() === '');
  const parsed = AgentSettings.safeParse(settings);
  const issues = parsed.success ? [] : (parsed.error.issues as ZodIssue[]).toReversed();
  return {
    ...Object.fromEntries(nameless.map(([path]) => [path, say('working-copy', 'errors.modelName')])),
    ...Object.fromEntries(issues.map((issue) => [issue.path.join('.'), sentence(issue)])),
  };
}

/** Sentences that the schema itself says. */
const own = new Map([
  ['Please give the agent a name.', 'errors.name'],
  ['Use an https address.', 'errors.https'],
  ['Use a host such as shop.example.com, without https:// and without a path.', 'errors.host'],
] as const);

/** The schema's own sentences are translated where they are known; the validator's technical ones are put into words. */
function sentence({ code, message, minimum, maximum, origin }: ZodIssue): string {
  const known = own.get(message as never);
  if (known !== undefined) return say('working-copy', known);
  if (!/^(Too (small|big)|Invalid)/.test(message)) return message;
  if (origin === 'string') {
    return code === 'too_big'
      ? say('working-copy', 'errors.charsMax', { count: Number(maximum) })
      : say('working-copy', 'errors.missing');
  }
  if (code === 'too_small') return say('working-copy', 'errors.min', { count: Number(minimum) });
  if (code === 'too_big') return say('working-copy', 'errors.max', { count: Number(maximum) });
  return say('working-copy', 'errors.invalid');
}
