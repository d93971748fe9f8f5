import '@mantine/notifications/styles.css';
import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { noticeFloor } from './notice-floor.ts';
import styles from './toasts.module.css';

/** What a person is about to press: notices lie on none of it. */
const bars = '[data-save-bar], [data-composer], [type=submit]';

/** Where notices stand. Loaded beside the first screen, not before it: whatever was shown until then waits in the store. */
export function Notices() {
  const { notifications } = useNotifications();
  useFloor(notifications.length > 0);
  return (
    <Notifications
      position="bottom-right"
      classNames={{ root: styles.stack }}
      containerWidth={380}
      limit={5}
      zIndex={1_000}
      aria-live="polite"
    />
  );
}

/** Keeps the notices above the bars, wherever these go while there are notices. */
function useFloor(isShown: boolean) {
  useEffect(() => {
    if (!isShown) return;
    let stack: HTMLElement | null = null;
    const measure = () => {
      const drawn = document.querySelector<HTMLElement>(`.${styles.stack}[data-position='bottom-right']`);
      if (drawn && drawn !== stack) sizes.observe(drawn);
      stack = drawn;
      if (!drawn) return;
      const found = [...document.querySelectorAll(bars)].filter((bar) => !drawn.contains(bar));
      const { height: seen = window.innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
      const view = { height: window.innerHeight, hidden: Math.max(0, window.innerHeight - seen - offsetTop) };
      const { left, right, height } = drawn.getBoundingClientRect();
      const floor = noticeFloor(
        { left, right, height },
        found.map((bar) => bar.getBoundingClientRect()).filter((box) => box.height > 0),
        view,
      );
      drawn.style.setProperty('--notices-floor', `${floor}px`);
    };
    const mutations = new MutationObserver(measure);
    mutations.observe(document.body, { childList: true, subtree: true });
    const sizes = new ResizeObserver(measure);
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('scroll', measure, { capture: true, passive: true, signal });
    window.addEventListener('resize', measure, { signal });
    // A drawer has come to where it stays.
    document.addEventListener('transitionend', measure, { signal });
    window.visualViewport?.addEventListener('resize', measure, { signal });
    measure();
    return () => {
      mutations.disconnect();
      sizes.disconnect();
      stop.abort();
    };
  }, [isShown]);
}
