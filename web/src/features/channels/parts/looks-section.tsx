import type { AgentSettings } from '@antiphon/contract/agents';
import { Input, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useTexts } from '../../../texts/texts.ts';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { makeCustomTheme, primaryHex } from '../palette.ts';
import styles from './channels.module.css';
import { ColorField } from './color-field.tsx';

type Theme = AgentSettings['theme'];

export function LooksSection() {
  const t = useTexts('channels');
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
    <FormSection title={t('looks.title')}>
      <Input.Wrapper label={t('looks.theme')} labelElement="div" id="widget-theme">
        <SegmentedControl<Theme['theme']>
          fullWidth
          aria-label={t('looks.theme')}
          disabled={!mayWrite}
          value={theme.theme}
          onChange={setTheme}
          data={[
            { value: 'light', label: t('looks.light') },
            { value: 'dark', label: t('looks.dark') },
            { value: 'system', label: t('looks.system') },
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
          label={t('looks.font')}
          placeholder={t('looks.fontPlaceholder')}
          description={t('looks.fontHint')}
          maxLength={80}
          value={theme.fontFamily}
          error={errors['theme.fontFamily']}
          onChange={(event) => patchIn('theme', { fontFamily: event.currentTarget.value })}
        />
        <Select<Theme['render']>
          label={t('looks.render')}
          allowDeselect={false}
          value={theme.render}
          onChange={(render) => render !== null && patchIn('theme', { render })}
          data={[
            { value: 'bottom-right', label: t('looks.bottomRight') },
            { value: 'bottom-left', label: t('looks.bottomLeft') },
            { value: 'popup', label: t('looks.popup') },
            { value: 'full-width', label: t('looks.fullWidth') },
          ]}
        />
      </div>
    </FormSection>
  );
}
