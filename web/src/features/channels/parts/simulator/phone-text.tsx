import type { ChannelProvider } from '@antiphon/contract/channel-names';
import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

type Mark = { form: RegExp; show: (inner: string) => ReactNode };

const link: Mark = {
  form: /(https?:\/\/[^\s<>()]+)/,
  show: (href) => (
    <Anchor href={href} target="_blank" rel="noreferrer nofollow" inherit>
      {href}
    </Anchor>
  ),
};
const bold = (form: RegExp): Mark => ({ form, show: (inner) => <strong>{inner}</strong> });
const slanted = (form: RegExp): Mark => ({ form, show: (inner) => <em>{inner}</em> });

/** What the app of a provider makes of marks in a text; the others show it as it is. */
const MARKS: Partial<Record<ChannelProvider, Mark[]>> = {
  whatsapp: [link, bold(/\*([^*\n]+)\*/), slanted(/(?<!\w)_([^_\n]+)_(?!\w)/)],
  discord: [link, bold(/\*\*([^*\n]+)\*\*/), slanted(/\*([^*\n]+)\*/), slanted(/(?<!\w)_([^_\n]+)_(?!\w)/)],
};

export function PhoneText({ provider, text }: { provider: ChannelProvider; text: string }) {
  return <>{render(text, MARKS[provider] ?? [link])}</>;
}

function render(text: string, [mark, ...others]: Mark[]): ReactNode {
  if (!mark) return text;
  // Every second piece is what stood within the mark.
  const pieces = text.split(mark.form);
  return pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
    <Fragment key={at}>{at % 2 === 1 ? mark.show(piece) : render(piece, others)}</Fragment>
  ));
}
