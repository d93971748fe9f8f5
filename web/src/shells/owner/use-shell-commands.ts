import { useNavigate } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { useMay } from '../../features/workspaces/use-workspace.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Command, useCommands } from '../../ui/page/commands.ts';
import { places } from './places.ts';

/** What lies over the page. */
export type ShellLayer = 'navigation' | 'palette' | 'shortcuts';

/** What can be done on every page of the app. */
export function useShellCommands(open: (layer: ShellLayer) => void): void {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const mayCreate = useMay('agents.write');
  const mayInvite = useMay('members.write');
  const params = { region: currentRegion() };
  const commands: Command[] = [
    {
      id: 'palette',
      label: t('palette.title'),
      group: 'general',
      keys: 'mod+k',
      run: () => open('palette'),
      isKeysOnly: true,
    },
    {
      id: 'shortcuts',
      label: t('shortcuts.open'),
      group: 'general',
      keys: '?',
      run: () => open('shortcuts'),
      worksInDialogs: true,
    },
    ...places.map(({ name, to, keys }) => ({
      id: `go-${name}`,
      label: t(`places.${name}`),
      group: 'go' as const,
      keys,
      run: () => void navigate({ to, params, search: {} }),
    })),
  ];
  if (mayCreate)
    commands.push({
      id: 'new-agent',
      label: t('palette.newAgent'),
      group: 'general',
      keys: 'c',
      run: () => void navigate({ to: '/app/$region/agents/new', params, search: {} }),
    });
  if (mayInvite)
    commands.push({
      id: 'invite',
      label: t('palette.invite'),
      group: 'general',
      run: () => void navigate({ to: '.', search: (before) => ({ ...before, panel: 'invite' as const }) }),
    });
  useCommands(commands);
}
