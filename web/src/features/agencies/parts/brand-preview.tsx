import type { Brand } from '@antiphon/contract/agency-themes';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from 'react';
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
  // Kept while texts are waited for: React takes the refs of what it hides meanwhile, and the frame asks once.
  const shell = useRef<Window>(null);
  const send = useEffectEvent(() => shell.current?.postMessage({ type: 'draft', brand, css }, window.location.origin));
  const keep = useCallback((frame: HTMLIFrameElement | null) => {
    if (frame) shell.current = frame.contentWindow;
  }, []);
  const hear = useEffectEvent(({ origin, source, data }: MessageEvent<{ type?: string }>) => {
    if (origin !== window.location.origin || source !== shell.current) return;
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
      <iframe ref={keep} className={styles.frame} title={t('preview')} src="/client-preview" />
    </section>
  );
}
