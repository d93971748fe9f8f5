import { Anchor } from '@mantine/core';
import { RichText } from '../../../texts/rich-text.tsx';
import styles from './entry-frame.module.css';

/** What one agrees to by going on; stands at the button that does. */
export function TermsLine() {
  const link = { fz: 13, underline: 'always', target: '_blank', rel: 'noopener' } as const;
  return (
    <p className={styles.hint}>
      <RichText
        of="identity"
        text="agree"
        tags={{
          terms: <Anchor href="/legal/tos" {...link} />,
          privacy: <Anchor href="/legal/privacy-policy" {...link} />,
        }}
      />
    </p>
  );
}
