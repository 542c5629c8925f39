import { useState } from 'react';

/** Local storage key; "on" once sound was chosen. */
const KEY = 'reels.sound';

const stored = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
};

/** Whether reels play with sound: off at first, as browsers require, then as this browser remembers. */
export const useSound = () => {
  const [isOn, setIsOn] = useState(() => typeof window !== 'undefined' && stored());
  const set = (next: boolean) => {
    setIsOn(next);
    try {
      localStorage.setItem(KEY, next ? 'on' : 'off');
    } catch {
      // It holds as long as the page.
    }
  };
  return { isOn, set, /** Playing with sound was refused: it stays off until it is chosen again. */ refuse: () => setIsOn(false) };
};
