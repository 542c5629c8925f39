import { texts } from './text.ts';

/** Texts of tip menus and of goals in a row. */
export const tipMenuTexts = texts({
  'tipMenu.priceAboveZero': { en: 'The price must be above zero.', es: 'El precio debe ser mayor que cero.' },
  'tipMenu.title': { en: 'Tip menu', es: 'Menú de propinas' },
  'tipMenu.lead': {
    en: 'What you do for a tip. Viewers choose from it in your shows.',
    es: 'Lo que haces por una propina. El público elige en tus directos.',
  },
  'tipMenu.nothing': { en: 'Nothing on it yet.', es: 'Todavía no hay nada.' },
  'tipMenu.act': { en: 'Act', es: 'Número' },
  'tipMenu.price': { en: 'Price', es: 'Precio' },
  'tipMenu.add': { en: 'Add an act', es: 'Añadir un número' },
  'tipMenu.remove': { en: 'Remove “{{title}}”', es: 'Quitar «{{title}}»' },
  'tipMenu.save': { en: 'Save menu', es: 'Guardar menú' },
  'tipMenu.saved': { en: 'Saved.', es: 'Guardado.' },
  'tipMenu.nextGoal': { en: 'Add another goal', es: 'Añadir otra meta' },
  'tipMenu.goal': { en: 'Goal {{number}}', es: 'Meta {{number}}' },
  'tipMenu.goalPrice': { en: 'Amount in tokens', es: 'Importe en tokens' },
  'tipMenu.removeGoal': { en: 'Remove goal {{number}}', es: 'Quitar la meta {{number}}' },
  'tipMenu.goalOf': { en: 'Goal {{number}} of {{total}}', es: 'Meta {{number}} de {{total}}' },
});
