import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import styles from '../fields/controls.module.css';

const accent: MantineColorsTuple = [
  '#EFF4FC',
  '#DCE6F7',
  '#B9CDEF',
  '#9DBAF0',
  '#7298E0',
  '#4672C2',
  '#2E5AAC',
  '#264B91',
  '#1F3D76',
  '#172D58',
];
const gray: MantineColorsTuple = [
  '#FAFAF8',
  '#F3F2EE',
  '#E7E6E2',
  '#D3D2CD',
  '#BDBDB9',
  '#8B9099',
  '#5C6068',
  '#454950',
  '#2C2F35',
  '#17181C',
];
const dark: MantineColorsTuple = [
  '#ECEDEE',
  '#C9CCD1',
  '#A0A5AD',
  '#6E737B',
  '#34373D',
  '#24262A',
  '#1A1B1E',
  '#131416',
  '#0F1011',
  '#0B0C0D',
];
const red: MantineColorsTuple = [
  '#FDEEEC',
  '#FADAD6',
  '#F4B5AE',
  '#F28B82',
  '#E0665B',
  '#CC4237',
  '#C8372D',
  '#AC2D24',
  '#8C251E',
  '#6A1C17',
];

const floating = {
  content: styles.floating,
  header: styles.floatingHeader,
  title: styles.floatingTitle,
  body: styles.floatingBody,
};

/** Mantine as material: sizes, radii and defaults of the controls. Colours come from tokens.css. `close`: the name of that button. */
export const makeTheme = (close: string) =>
  createTheme({
    colors: { accent, gray, dark, red },
    primaryColor: 'accent',
    primaryShade: { light: 6, dark: 5 },
    black: '#17181C',
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '28px' },
        h2: { fontSize: '16px', lineHeight: '24px' },
        h3: { fontSize: '14px', lineHeight: '20px' },
      },
    },
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '16px' },
    lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '22px', xl: '24px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    shadows: { sm: 'var(--ui-shadow)', md: 'var(--ui-shadow)', lg: 'var(--ui-shadow)', xl: 'var(--ui-shadow)' },
    components: {
      Button: { defaultProps: { size: 'sm' }, classNames: { root: styles.button } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
      InputWrapper: {
        defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
        classNames: { label: styles.label, description: styles.help, error: styles.error },
      },
      Input: { classNames: { input: styles.input } },
      PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
      Modal: {
        defaultProps: {
          radius: 'lg',
          centered: true,
          overlayProps: { backgroundOpacity: 0.4 },
          transitionProps: { duration: 150, transition: 'fade' },
          closeButtonProps: { 'aria-label': close },
        },
        classNames: floating,
      },
      Drawer: {
        defaultProps: {
          position: 'right',
          // A form. What is read beside a list (a conversation, a document, a version) takes 640.
          size: 480,
          overlayProps: { backgroundOpacity: 0.4 },
          transitionProps: { duration: 160 },
          closeButtonProps: { 'aria-label': close },
        },
        classNames: floating,
      },
      Menu: {
        defaultProps: {
          shadow: 'md',
          transitionProps: { duration: 120, transition: 'fade' },
          offset: 6,
          // The placeholder is no valid child of a menu; without it the first item takes the focus.
          withInitialFocusPlaceholder: false,
        },
        classNames: { dropdown: styles.dropdown, item: styles.item },
      },
      Popover: {
        defaultProps: { shadow: 'md', transitionProps: { duration: 120, transition: 'fade' }, offset: 6 },
        classNames: { dropdown: styles.dropdown },
      },
      Combobox: { classNames: { dropdown: styles.dropdown } },
      Tooltip: { defaultProps: { openDelay: 400, withArrow: false, radius: 'sm', fz: 12, multiline: true, maw: 320 } },
      Avatar: { classNames: { placeholder: styles.avatar } },
      Tabs: { classNames: { list: styles.tabs, tab: styles.tab } },
      Switch: { classNames: { track: styles.track } },
      Checkbox: { classNames: { input: styles.box } },
      Radio: { classNames: { radio: styles.box } },
      Skeleton: { defaultProps: { radius: 'sm' }, classNames: { root: styles.skeleton } },
    },
  });

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: colours(),
  dark: colours(),
});

function colours(): Record<string, string> {
  return {
    '--mantine-color-body': 'var(--ui-surface)',
    '--mantine-color-text': 'var(--ui-text)',
    '--mantine-color-dimmed': 'var(--ui-muted)',
    '--mantine-color-error': 'var(--ui-bad)',
    '--mantine-color-success': 'var(--ui-good)',
    '--mantine-color-placeholder': 'var(--ui-faint)',
    '--mantine-color-anchor': 'var(--ui-accent-text)',
    '--mantine-color-default': 'var(--ui-surface)',
    '--mantine-color-default-hover': 'var(--ui-hover)',
    '--mantine-color-default-color': 'var(--ui-text)',
    '--mantine-color-default-border': 'var(--ui-border-strong)',
    '--mantine-color-disabled': 'var(--ui-hover)',
    '--mantine-color-disabled-color': 'var(--ui-faint)',
    '--mantine-color-disabled-border': 'var(--ui-border)',
  };
}
