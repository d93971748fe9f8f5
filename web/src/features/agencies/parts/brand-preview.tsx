import type { Brand } from '@antiphon/contract/agency-themes';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './agencies.module.css';

/** The clients' real shell, in a frame, with the brand as it stands in the form. */
export function BrandPreview({ brand, css }: { brand: Brand; css: string }) {
  const t = useTexts('agencies');
  const frame = useRef<HTMLIFrameElement>(null);
  const send = useEffectEvent(() =>
    frame.current?.contentWindow?.postMessage({ type: 'draft', brand, css }, window.location.origin),
  );
  const hear = useEffectEvent(({ origin, source, data }: MessageEvent<{ type?: string }>) => {
    if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
    if (data?.type === 'brand-wanted') send();
  });
  useEffect(() => {
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  const looks = JSON.stringify([brand, css]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: brands are told apart by their content
  useEffect(() => {
    send();
  }, [looks]);
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <p className={styles.label}>{t('preview')}</p>
      <iframe ref={frame} className={styles.frame} title={t('preview')} src="/client-preview" />
    </section>
  );
}
