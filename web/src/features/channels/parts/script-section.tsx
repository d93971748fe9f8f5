import { FormSection } from '../../../ui/form-section.tsx';
import { WidgetScript } from '../../agents/widget-script-block.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

/** The tag carries the place on the page as it is on the screen, so that it can be copied before saving. */
export function ScriptSection() {
  const { agent, settings } = useWorkingCopy();
  return (
    <FormSection title="Website" description="Paste this before the closing body tag of every page.">
      <WidgetScript agent={{ ...agent, settings }} />
    </FormSection>
  );
}
