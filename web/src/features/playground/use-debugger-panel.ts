import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** The test chat: beside a wide page kept open from agent to agent, over a narrow one part of the address, which opens it anywhere. */
export function useDebuggerPanel() {
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const { test } = useSearch({ from: '/app/$region/agents/$agentId/$tab' });
  const navigate = useNavigate({ from: '/app/$region/agents/$agentId/$tab' });
  const [isKeptOpen, setKeptOpen] = useLocalStorage({
    key: 'debugger-open',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const setOpen = (isOpen: boolean) => {
    if (isWide) setKeptOpen(isOpen);
    const wanted = (!isWide && isOpen) || undefined;
    if (wanted !== test) void navigate({ search: (old) => ({ ...old, test: wanted }) });
  };
  return { isWide, isOpen: test ?? (isWide && isKeptOpen), setOpen };
}
