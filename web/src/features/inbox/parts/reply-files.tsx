import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useTexts } from '../../../texts/texts.ts';
import { FileRow } from '../../../ui/fields/file-row.tsx';
import styles from './reply-files.module.css';
import type { useReplyFiles } from './use-reply-files.ts';

/** What goes with the reply, how far it has come, and where a file that is held over the window falls. */
export function ReplyFiles({ files }: { files: ReturnType<typeof useReplyFiles> }) {
  const t = useTexts('inbox');
  return (
    <>
      {files.list.length > 0 && (
        <ul className={styles.files} aria-label={t('files.label')}>
          {files.list.map(({ key, problem, ...file }) => (
            <FileRow
              key={key}
              file={{ id: key, ...file }}
              {...(problem === undefined ? {} : { problem, onRetry: files.retry })}
              onRemove={files.remove}
            />
          ))}
        </ul>
      )}
      {files.problem !== null && (
        <p className={styles.problem} role="alert">
          {files.problem}
        </p>
      )}
      <Dropzone.FullScreen
        onDrop={files.add}
        accept={undefined}
        activateOnKeyboard={false}
        tabIndex={-1}
        classNames={{ inner: styles.drop ?? '' }}
      >
        {t('files.drop')}
      </Dropzone.FullScreen>
    </>
  );
}
