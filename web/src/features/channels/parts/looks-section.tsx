import type { AgentSettings } from '@antiphon/contract/agents';
import { Input, SegmentedControl, Select, TextInput } from '@mantine/core';
import { FormSection } from '../../../ui/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { makeCustomTheme, primaryHex } from '../palette.ts';
import styles from './channels.module.css';
import { ColorField } from './color-field.tsx';

type Theme = AgentSettings['theme'];

export function LooksSection() {
  const { settings, errors, patchIn, mayWrite } = useWorkingCopy();
  const { theme } = settings;
  const hex = primaryHex(theme.customThemeJSONString);
  const setTheme = (next: Theme['theme']) =>
    patchIn('theme', {
      theme: next,
      // The palette runs the other way for a dark theme.
      ...(hex === null ? {} : { customThemeJSONString: makeCustomTheme(hex, next) }),
    });
  return (
    <FormSection title="Looks">
      <Input.Wrapper label="Theme" labelElement="div" id="widget-theme">
        <SegmentedControl<Theme['theme']>
          fullWidth
          aria-label="Theme"
          disabled={!mayWrite}
          value={theme.theme}
          onChange={setTheme}
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
            { value: 'system', label: 'As the visitor has it' },
          ]}
        />
      </Input.Wrapper>
      <ColorField
        hex={hex}
        theme={theme.theme}
        onChange={(next) =>
          patchIn('theme', { customThemeJSONString: next === null ? '' : makeCustomTheme(next, theme.theme) })
        }
      />
      <div className={styles.pair}>
        <TextInput
          label="Font"
          placeholder="System font"
          description="The name of a font, or inherit for the font of the page."
          maxLength={80}
          value={theme.fontFamily}
          error={errors['theme.fontFamily']}
          onChange={(event) => patchIn('theme', { fontFamily: event.currentTarget.value })}
        />
        <Select<Theme['render']>
          label="Place on the page"
          allowDeselect={false}
          value={theme.render}
          onChange={(render) => render !== null && patchIn('theme', { render })}
          data={[
            { value: 'bottom-right', label: 'Bottom right' },
            { value: 'bottom-left', label: 'Bottom left' },
            { value: 'popup', label: 'Popup' },
            { value: 'full-width', label: 'Full width' },
          ]}
        />
      </div>
    </FormSection>
  );
}
