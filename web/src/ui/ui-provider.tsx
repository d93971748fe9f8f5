import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './tokens.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { cssVariables, theme } from './theme.ts';
import styles from './toasts.module.css';

// The same key is read by public/assets/color-scheme-1.js before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });

export function UiProvider({ children }: { children: ReactNode }) {
  // On a phone the lower edge belongs to the save bar and the keyboard.
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <Notifications
        position={isPhone ? 'top-center' : 'bottom-right'}
        classNames={{ root: styles.stack }}
        containerWidth={380}
        limit={5}
        zIndex={1_000}
        aria-live="polite"
      />
      {children}
    </MantineProvider>
  );
}
