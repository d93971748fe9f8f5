import { createContext } from 'react';

/** What waits for whoever looks, in front of the name of the browser's tab; 0 for nothing. A shell gives it. */
export const TitleCount = createContext(0);
