import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import styles from './section-list.module.css';

interface Section {
  id: string;
  title: string;
}

/** A long form: on wide screens its sections are listed beside it, and the one that is being read is marked. */
export function SectionList({ children }: { children: ReactNode }) {
  const t = useTexts('ui');
  const content = useRef<HTMLDivElement>(null);
  const { sections, current } = useSections(content);
  return (
    <div className={styles.layout}>
      <nav className={styles.nav} aria-label={t('sections')} hidden={sections.length < 2}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  const section = document.getElementById(id);
                  section?.scrollIntoView({ block: 'start' });
                  section?.focus({ preventScroll: true });
                }}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div ref={content} className={styles.content}>
        {children}
      </div>
    </div>
  );
}

/** Read from what is drawn, so that a section says its title in one place. */
function useSections(content: { current: HTMLElement | null }) {
  const [sections, setSections] = useState<Section[]>([]);
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const box = content.current;
    if (!box) return;
    const seen = new Set<string>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target.id);
        setCurrent([...box.querySelectorAll('[data-section]')].find(({ id }) => seen.has(id))?.id);
      },
      { rootMargin: '-72px 0px -40% 0px' },
    );
    const read = () => {
      const found = [...box.querySelectorAll<HTMLElement>('[data-section]')];
      for (const section of found) watch.observe(section);
      const next = found.map(({ id, dataset }) => ({ id, title: dataset.section ?? '' }));
      setSections((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
    };
    const changes = new MutationObserver(read);
    changes.observe(box, { childList: true, subtree: true });
    read();
    return () => {
      changes.disconnect();
      watch.disconnect();
    };
  }, [content]);
  return { sections, current };
}
