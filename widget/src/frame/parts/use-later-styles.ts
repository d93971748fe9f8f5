import { useEffect } from 'preact/hooks';

/** The looks of what an open chat does not show yet. */
export const useLaterStyles = () =>
  useEffect(() => {
    import('../styles/later-styles.ts').catch(() => {});
  }, []);
