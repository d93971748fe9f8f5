import type { Brand } from '@antiphon/contract/agency-themes';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './agencies.module.css';

interface BrandPreviewProps {
  brand: Brand;
  css: string;
  /** Beside the panel's name. */
  children: ReactNode;
}

/** The clients' real shell, in a frame, with the brand as it stands in the form. */
export function BrandPreview({ brand, css, children }: BrandPreviewProps) {
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
      <div className={styles.previewHead}>
        <p className={styles.label}>{t('preview')}</p>
        {children}
      </div>
      <iframe ref={frame} className={styles.frame} title={t('preview')} src="/client-preview" />
    </section>
  );
}
