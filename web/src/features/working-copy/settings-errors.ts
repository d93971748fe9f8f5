import { AgentSettings } from '@antiphon/contract/agents';

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
  const { provider, model } = settings.model;
  const nameless = provider !== 'builtin' && model.trim() === '';
  const parsed = AgentSettings.safeParse(settings);
  const issues = parsed.success ? [] : (parsed.error.issues as ZodIssue[]).toReversed();
  return {
    ...(nameless ? { 'model.model': 'Please enter the name of the model.' } : {}),
    ...Object.fromEntries(issues.map((issue) => [issue.path.join('.'), sentence(issue)])),
  };
}

/** Our schema's own sentences pass; the validator's technical ones are put into words. */
function sentence({ code, message, minimum, maximum, origin }: ZodIssue): string {
  const isOwn = !/^(Too (small|big)|Invalid)/.test(message);
  if (isOwn) return message;
  if (origin === 'string') {
    return code === 'too_big' ? `Please use at most ${count(maximum)} characters.` : 'Please enter something here.';
  }
  if (code === 'too_small') return `Please enter ${count(minimum)} or more.`;
  if (code === 'too_big') return `Please enter ${count(maximum)} or less.`;
  return 'Please enter a valid value.';
}

const count = (value: number | bigint = 0) => value.toLocaleString('en');
