import { say } from '../../../texts/texts.ts';

export interface PickedAgentFile {
  name: string;
  size: number;
  title: string;
  /** As it was read; the server judges what is in it. */
  content: Record<string, unknown> & { settings: Record<string, unknown> };
}

/** Megabytes of a file that are read at all; what is sent is smaller, as it has no space in it. */
export const AGENT_FILE_MB_MAX = 8;

/** What the file says of itself, or why it is not taken. */
export async function readAgentFile(file: File): Promise<PickedAgentFile | { refusal: string }> {
  const content = parse(await file.text());
  if (!isAgentFile(content)) return { refusal: say('new-agent', 'agentFile.other', { name: file.name }) };
  const { title } = content.settings;
  return { name: file.name, size: file.size, title: typeof title === 'string' ? title : '', content };
}

/** As it is sent: under the name that was typed. */
export const asNamed = ({ content }: PickedAgentFile, title: string) => ({
  ...content,
  settings: { ...content.settings, title },
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isAgentFile = (content: unknown): content is PickedAgentFile['content'] =>
  isObject(content) && content.kind === 'agent-file' && isObject(content.settings);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `Harbour Bakery.agent.json`, without what file systems refuse. */
export const agentFileName = (title: string): string =>
  `${
    title
      .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim() || 'agent'
  }.agent.json`;
