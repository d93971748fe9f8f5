import { useLingui } from '@lingui/react';
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconBuilding, IconLanguage, IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react';
import { useKeepLanguage } from '../../features/identity/use-keep-language.ts';
import { useSelectWorkspace } from '../../features/workspaces/use-select-workspace.ts';
import { useMe, useWorkspace } from '../../features/workspaces/use-workspace.ts';
import { languages } from '../../texts/languages.ts';
import { setLanguage, useTexts } from '../../texts/texts.ts';
import type { SearchItem } from '../../ui/lists/search-list.tsx';

export type PaletteChoice = 'workspace' | 'theme' | 'language';

const schemes: { scheme: MantineColorScheme; Icon: typeof IconSun }[] = [
  { scheme: 'light', Icon: IconSun },
  { scheme: 'dark', Icon: IconMoon },
  { scheme: 'auto', Icon: IconSunMoon },
];

/** What the palette lets choose in a second step. */
export function usePaletteChoices(): Record<PaletteChoice, SearchItem[]> {
  const t = useTexts('ui');
  const { workspaces } = useMe();
  const selected = useWorkspace();
  const selectWorkspace = useSelectWorkspace();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { i18n } = useLingui();
  const keepLanguage = useKeepLanguage();
  return {
    workspace: workspaces.map(({ uid, workspaceName }) => ({
      id: `set-workspace-${uid}`,
      label: workspaceName,
      icon: <IconBuilding size={16} stroke={1.5} />,
      isCurrent: uid === selected.uid,
      run: () => void selectWorkspace(uid),
    })),
    theme: schemes.map(({ scheme, Icon }) => ({
      id: `set-theme-${scheme}`,
      label: t(`schemes.${scheme}`),
      icon: <Icon size={16} stroke={1.5} />,
      isCurrent: scheme === colorScheme,
      run: () => setColorScheme(scheme),
    })),
    language: languages.map(({ code, name }) => ({
      id: `set-language-${code}`,
      label: name,
      icon: <IconLanguage size={16} stroke={1.5} />,
      isCurrent: code === i18n.locale,
      run: () => {
        void setLanguage(code);
        keepLanguage(code);
      },
    })),
  };
}
