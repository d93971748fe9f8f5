import type { AgentEnvironment, RenderMode } from '@antiphon/contract/agents';
import type { Region } from '@antiphon/contract/regions';

interface ScriptAgent {
  ID: string;
  settings: { theme: { render: RenderMode; customThemeJSONString: string } };
}

/** What the widget takes where an agent has no colour of its own. */
const DEFAULT_PRIMARY = '219 58% 43%';

function primaryOf(customThemeJSONString: string): string {
  try {
    const { primary } = JSON.parse(customThemeJSONString) as { primary?: unknown };
    return typeof primary === 'string' && /^[\d.]+ [\d.]+% [\d.]+%$/.test(primary) ? primary : DEFAULT_PRIMARY;
  } catch {
    return DEFAULT_PRIMARY;
  }
}

/**
 * The embed tag of an agent: brand-neutral, and good for every later version of the agent. The colour lets the launcher be
 * drawn before anything has been asked of the server; a later change of colour shows a moment after it.
 */
export const widgetScript = (
  origin: string,
  region: Region,
  { ID, settings }: ScriptAgent,
  environment: AgentEnvironment = 'live',
) =>
  `<script async src="${origin}/widget.js"
  data-id="${ID}"
  data-region="${region}"
  data-render="${settings.theme.render}"
  data-color="${primaryOf(settings.theme.customThemeJSONString)}"${environment === 'live' ? '' : `\n  data-env="${environment}"`}></script>`;
