import Markdown from 'react-markdown';
import styles from './client-layout.module.css';

/** Markdown without HTML and without pictures: nothing is loaded from elsewhere. */
export function BrandingText({ text }: { text: string }) {
  return (
    <div className={styles.text} data-text="content">
      <Markdown
        disallowedElements={['img']}
        components={{
          a: ({ href, children }) => (
            <a href={href} target="_blank" rel="noreferrer noopener">
              {children}
            </a>
          ),
        }}
      >
        {text}
      </Markdown>
    </div>
  );
}
