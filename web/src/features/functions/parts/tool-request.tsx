import type { FunctionTool } from '@antiphon/contract/function-definition';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { fieldId, useEditor } from './editor-context.ts';
import styles from './functions.module.css';
import { BodyField, SecondsField } from './request-fields.tsx';

/** Of a tool: where it is called is its source's, and what it is given can be changed. */
export function ToolRequest({ tool }: { tool: FunctionTool }) {
  const t = useTexts('functions');
  const { draft, faultAt } = useEditor();
  const fault = faultAt('request.origin') ?? faultAt('request.path') ?? faultAt('tool');
  return (
    <FormSection title={t('sections.request')} description={t('tool.text')}>
      <div id={fieldId('request.origin')} tabIndex={-1}>
        <strong dir="ltr" data-text="content">
          {tool.name}
        </strong>
        <p className={styles.help} dir="ltr" data-text="content">
          {draft.request.origin}
          {draft.request.path}
        </p>
        {fault !== undefined && <p className={styles.boundFault}>{fault}</p>}
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/app/$region/integrations/mcp/$sourceId"
              params={{ region: currentRegion(), sourceId: tool.sourceId }}
              {...props}
            />
          )}
        >
          {t('tool.source')}
        </Anchor>
      </div>
      <BodyField />
      <SecondsField />
    </FormSection>
  );
}
