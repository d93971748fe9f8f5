import { useEffect, useRef, useState } from 'react';
import { focusInvalid } from '../../../ui/theme/focus-invalid.ts';
import { findFaultyTab, type TabName } from './agency-tab-names.ts';

/** Brings a fault of the form before the person's eyes: opens the tab on which it stands, and puts the focus into its field. */
export function useShownFaults(tab: TabName, open: (tab: TabName) => void) {
  const place = useRef<HTMLDivElement>(null);
  const wanted = useRef<TabName>(null);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for the same tab, it is focused again
  useEffect(() => {
    if (wanted.current !== tab || place.current === null) return;
    wanted.current = null;
    focusInvalid(place.current);
  }, [tab, asked]);
  const show = (errors: object) => {
    const faulty = findFaultyTab(errors, tab);
    if (faulty === null) return;
    wanted.current = faulty;
    if (faulty !== tab) open(faulty);
    setAsked((times) => times + 1);
  };
  return { place, show };
}
