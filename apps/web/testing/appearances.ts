/** Appearances in which each widget is checked: both languages, both themes, both directions. For `test.each`. */
export const APPEARANCES = [
  { locale: 'en', direction: 'ltr', theme: 'light' },
  { locale: 'es', direction: 'ltr', theme: 'dark' },
  { locale: 'en', direction: 'rtl', theme: 'dark' },
] as const;
