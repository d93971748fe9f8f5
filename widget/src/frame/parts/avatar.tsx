import type { OperatorFace } from '@antiphon/contract/events';
import { useState } from 'preact/hooks';
import { useChat } from './use-chat.ts';

const isImage = (address: string) => /^(https?:\/\/|\/)/.test(address);

/** As the dashboards have them: nothing that is no letter or digit, as the "&" of a company. */
const initialsOf = (name: string) => {
  const words = name.match(/[\p{L}\p{N}][^\s]*/gu) ?? [name];
  const letters = words[1] ? words.map((word) => [...word][0]) : [...words[0]!];
  return letters.slice(0, 2).join('').toUpperCase();
};

/** The agent's picture, or that of the `person` who writes instead, or its initials where there is none or it cannot be loaded. */
export function Avatar({ size, person }: { size: number; person?: OperatorFace | undefined }) {
  const { agent } = useChat();
  const [broken, setBroken] = useState('');
  const url = person ? person.photo : agent.roundedImageURL;
  const name = person ? person.name : agent.title;
  if (isImage(url) && broken !== url)
    return <img className="chat-avatar" src={url} alt="" width={size} height={size} onError={() => setBroken(url)} />;
  return (
    <span
      className="chat-avatar"
      style={`width:${size}px;height:${size}px;font-size:${size * 0.4}px`}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}
