import '@fontsource-variable/inter/wght.css';
import './mantine.css';
import './tokens.css';
import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import {
  DirectionProvider,
  localStorageColorSchemeManager,
  MantineProvider,
  type MantineThemeOverride,
  useDirection,
} from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { focusInvalidOnSubmit } from './focus-invalid.ts';
import { keepFocus } from './keep-focus.ts';
import { dropSecondClicks } from './second-click.ts';
import { cssVariables, makeTheme } from './theme.ts';

const Notices = lazy(async () => ({ default: (await import('../states/notices.tsx')).Notices }));

interface UiProviderProps {
  children: ReactNode;
  /** Where the choice of a scheme is kept; the page's own script reads the same key before the first paint. */
  schemeKey?: string;
  /** Until one is chosen. */
  scheme?: 'light' | 'dark' | 'auto';
  /** What another shell looks like in place of ours. */
  adapt?: (theme: MantineThemeOverride) => MantineThemeOverride;
}

export function UiProvider({ children, ...look }: UiProviderProps) {
  useEffect(dropSecondClicks, []);
  useEffect(focusInvalidOnSubmit, []);
  useEffect(keepFocus, []);
  return (
    <I18nProvider i18n={i18n}>
      <DirectionProvider>
        <DirectionOfLanguage />
        <Theme {...look}>{children}</Theme>
      </DirectionProvider>
    </I18nProvider>
  );
}

function Theme({ children, schemeKey = 'color-scheme', scheme = 'auto', adapt }: UiProviderProps) {
  const close = useTexts('ui')('close');
  const theme = useMemo(() => (adapt ? adapt(makeTheme(close)) : makeTheme(close)), [close, adapt]);
  const colorSchemeManager = useMemo(() => localStorageColorSchemeManager({ key: schemeKey }), [schemeKey]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme={scheme}
    >
      <Suspense>
        <Notices />
      </Suspense>
      {children}
    </MantineProvider>
  );
}

/** Menus and drawers open from the side where the language begins. */
function DirectionOfLanguage() {
  const { i18n: shown } = useLingui();
  const { setDirection } = useDirection();
  const direction = shown.locale === 'ar' ? 'rtl' : 'ltr';
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}
