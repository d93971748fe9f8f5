import { agentTools } from './agent-tools.routes.ts';
import { conversationTools } from './conversation-tools.routes.ts';
import { knowledgeTools } from './knowledge-tools.routes.ts';
import { suiteTools } from './suite-tools.routes.ts';

/** All that a program may call, by name. A tool needs its row in `server/test/walks/tool-rows.ts`, or the types do not pass. */
export const tools = { ...agentTools, ...knowledgeTools, ...conversationTools, ...suiteTools };
export type ToolName = keyof typeof tools;
