import { texts } from './text.ts';

/** Texts of the frame around every screen. */
export const shellTexts = texts({
  'shell.home': { en: 'Home', es: 'Inicio' },
});
