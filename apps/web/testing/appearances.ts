/** What a widget is looked at in: both languages, both themes, both directions, for `test.each`. */
export const APPEARANCES = [
  { locale: 'en', direction: 'ltr', theme: 'light' },
  { locale: 'es', direction: 'ltr', theme: 'dark' },
  { locale: 'en', direction: 'rtl', theme: 'dark' },
] as const;
