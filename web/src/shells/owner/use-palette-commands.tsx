import {
  IconBolt,
  IconBuilding,
  IconCode,
  IconExternalLink,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconPlus,
  IconSunMoon,
  IconUserPlus,
} from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useCopyWidgetScript } from '../../features/agents/use-copy-widget-script.ts';
import { useSignOut } from '../../features/identity/use-sign-out.ts';
import { useTexts } from '../../texts/texts.ts';
import type { SearchItem } from '../../ui/lists/search-list.tsx';
import { type Command, listCommands } from '../../ui/page/commands.ts';
import { places } from './places.ts';
import { useDemoPath } from './use-demo-path.ts';
import type { PaletteChoice } from './use-palette-choices.tsx';

const size = { size: 16, stroke: 1.5 };
const icons: Record<string, SearchItem['icon']> = {
  'new-agent': <IconPlus {...size} />,
  invite: <IconUserPlus {...size} />,
  shortcuts: <IconKeyboard {...size} />,
  ...Object.fromEntries(places.map(({ name, Icon }) => [`go-${name}`, <Icon key={name} {...size} />])),
};

const toItem = ({ id, label, keys, run }: Command): SearchItem => ({
  id,
  label,
  keys,
  run,
  icon: icons[id] ?? <IconBolt {...size} />,
});

/** The help comes last. */
const isOther = ({ id }: SearchItem) => id !== 'shortcuts';

/** What is offered on this page: everything that registered itself, and what only the palette offers. */
export function usePaletteCommands(choose: (choice: PaletteChoice) => void) {
  const t = useTexts('shell');
  const { agentId = null } = useParams({ strict: false });
  const demoPath = useDemoPath();
  const copyScript = useCopyWidgetScript();
  const signOut = useSignOut();
  const registered = listCommands().filter(({ isKeysOnly }) => !isKeysOnly);
  const of = (group: Command['group']) => registered.filter((command) => command.group === group).map(toItem);
  const general = of('general');
  const own: SearchItem[] = [
    {
      id: 'choose-workspace',
      label: t('palette.switchWorkspace'),
      icon: <IconBuilding {...size} />,
      run: () => choose('workspace'),
    },
    {
      id: 'choose-theme',
      label: t('palette.switchTheme'),
      icon: <IconSunMoon {...size} />,
      run: () => choose('theme'),
    },
    {
      id: 'choose-language',
      label: t('palette.switchLanguage'),
      icon: <IconLanguage {...size} />,
      run: () => choose('language'),
    },
    {
      id: 'demo',
      label: t('palette.openDemo'),
      icon: <IconExternalLink {...size} />,
      run: () => void window.open(demoPath, '_blank', 'noopener'),
    },
    { id: 'sign-out', label: t('palette.signOut'), icon: <IconLogout {...size} />, run: () => signOut.mutate() },
  ];
  const ofAgent: SearchItem[] =
    agentId === null
      ? []
      : [
          {
            id: 'copy-script',
            label: t('palette.copyScript'),
            icon: <IconCode {...size} />,
            run: () => copyScript.mutate(agentId),
          },
        ];
  return {
    actions: [...general.filter(isOther), ...own, ...general.filter((item) => !isOther(item))],
    page: [...of('page'), ...ofAgent],
    places: of('go'),
  };
}
