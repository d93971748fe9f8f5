import type { RenderMode } from '@antiphon/contract/agents';
import type { Region } from '@antiphon/contract/regions';

interface ScriptAgent {
  ID: string;
  settings: { theme: { render: RenderMode } };
}

/** The embed tag of an agent: brand-neutral, and the same for every later version of the agent. */
export const widgetScript = (origin: string, region: Region, { ID, settings }: ScriptAgent) =>
  `<script async src="${origin}/widget.js"
  data-id="${ID}"
  data-region="${region}"
  data-render="${settings.theme.render}"></script>`;
