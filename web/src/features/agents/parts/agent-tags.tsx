import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import styles from './agent-list.module.css';

/** The tags of an agent; one pressed shows the others that carry it. */
export function AgentTags({ tags }: { tags: string[] }) {
  const t = useTexts('agents');
  const navigate = useNavigate({ from: '/app/$region/agents' });
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={t('tags.label')}>
      {tags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            className={styles.tag}
            title={t('tags.show', { tag })}
            onClick={() => void navigate({ search: (old) => ({ ...old, tag }) })}
          >
            {tag}
          </button>
        </li>
      ))}
    </ul>
  );
}
