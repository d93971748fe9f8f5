import { useState } from 'react';
import { useChat } from './use-chat.ts';

const isImage = (address: string) => /^(https?:\/\/|\/)/.test(address);

/** The agent's picture, or its first letter where there is none or it cannot be loaded. */
export function Avatar({ size }: { size: number }) {
  const { agent } = useChat();
  const [broken, setBroken] = useState('');
  const url = agent.roundedImageURL;
  if (isImage(url) && broken !== url)
    return <img className="chat-avatar" src={url} alt="" width={size} height={size} onError={() => setBroken(url)} />;
  return (
    <span className="chat-avatar" style={{ width: size, height: size, fontSize: size * 0.44 }} aria-hidden="true">
      {[...agent.title.trim()][0]?.toUpperCase() ?? ''}
    </span>
  );
}
