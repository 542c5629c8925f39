import { createContext } from 'react';

/** Whether an item is the first one of a page: its picture is probably the largest thing on the screen, and is loaded before everything else. */
export const FirstMedia = createContext(false);
