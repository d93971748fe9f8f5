import type { FunctionRequest } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { NumberInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { CodeEditor } from '../../../ui/fields/code-editor.tsx';
import { fieldId, useEditor } from './editor-context.ts';
import styles from './functions.module.css';

function useRequest() {
  const { draft, change, faultAt, mayWrite } = useEditor();
  const patch = (part: Partial<FunctionRequest>) => change((old) => ({ ...old, request: { ...old.request, ...part } }));
  return { request: draft.request, patch, faultAt, mayWrite };
}

/** What is sent, with the inputs in their places. */
export function BodyField() {
  const t = useTexts('functions');
  const { request, patch, faultAt, mayWrite } = useRequest();
  return (
    <div id={fieldId('request.body')}>
      <CodeEditor
        label={t('labels.body')}
        language="json"
        value={request.body}
        charsMax={limits.functionBodyBytesMax}
        error={faultAt('request.body')}
        isReadOnly={!mayWrite}
        onChange={(body) => patch({ body })}
      />
      <p className={styles.help}>{t('hints.body', { sample: '{order}' })}</p>
    </div>
  );
}

export function SecondsField() {
  const t = useTexts('functions');
  const { request, patch, faultAt } = useRequest();
  return (
    <NumberInput
      id={fieldId('request.timeoutSeconds')}
      label={t('labels.timeoutSeconds')}
      error={faultAt('request.timeoutSeconds')}
      description={t('hints.timeoutSeconds')}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      min={1}
      max={25}
      classNames={{ wrapper: styles.seconds }}
      value={request.timeoutSeconds || ''}
      onChange={(seconds) => patch({ timeoutSeconds: Number(seconds) || 0 })}
    />
  );
}
