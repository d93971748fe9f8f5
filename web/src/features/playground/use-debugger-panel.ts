import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** The test chat beside the page, kept open from agent to agent; on narrow screens an overlay that is part of the address. */
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
    else void navigate({ search: (old) => ({ ...old, test: isOpen || undefined }) });
  };
  return { isWide, isOpen: isWide ? isKeptOpen : test === true, setOpen };
}
