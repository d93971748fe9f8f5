import type { OperatorFace } from '@antiphon/contract/events';
import { useState } from 'react';
import { useChat } from './use-chat.ts';

const isImage = (address: string) => /^(https?:\/\/|\/)/.test(address);

/** The agent's picture, or that of the `person` who writes instead, or its first letter where there is none or it cannot be loaded. */
export function Avatar({ size, person }: { size: number; person?: OperatorFace | undefined }) {
  const { agent } = useChat();
  const [broken, setBroken] = useState('');
  const url = person ? person.photo : agent.roundedImageURL;
  const name = person ? person.name : agent.title;
  if (isImage(url) && broken !== url)
    return <img className="chat-avatar" src={url} alt="" width={size} height={size} onError={() => setBroken(url)} />;
  return (
    <span className="chat-avatar" style={{ width: size, height: size, fontSize: size * 0.44 }} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  );
}
