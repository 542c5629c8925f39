import { texts } from './text.ts';

/** Texts of what narrows and sorts a list. */
export const listToolTexts = texts({
  'lists.filters': { en: 'Filters', es: 'Filtros' },
  // After the number of filters, for screen readers.
  'lists.filtersActive_one': { en: 'active', es: 'activo' },
  'lists.filtersActive_other': { en: 'active', es: 'activos' },
  'lists.clearFilters': { en: 'Clear filters', es: 'Quitar los filtros' },
  'lists.date': { en: 'Date', es: 'Fecha' },
  'lists.date.any': { en: 'Any date', es: 'Cualquier fecha' },
  'lists.date.today': { en: 'Today', es: 'Hoy' },
  'lists.date.week': { en: 'Last 7 days', es: 'Últimos 7 días' },
  'lists.date.month': { en: 'This month', es: 'Este mes' },
  'lists.date.lastMonth': { en: 'Last month', es: 'Mes pasado' },
  'lists.date.quarter': { en: 'This quarter', es: 'Este trimestre' },
  'lists.date.lastQuarter': { en: 'Last quarter', es: 'Trimestre pasado' },
  'lists.date.custom': { en: 'From … to …', es: 'Desde … hasta …' },
  'lists.date.from': { en: 'From', es: 'Desde' },
  'lists.date.until': { en: 'To', es: 'Hasta' },
  'lists.date.reversed': {
    en: 'The first day is after the last one.',
    es: 'El primer día es posterior al último.',
  },
  'lists.order': { en: 'Order', es: 'Orden' },
  'lists.order.newest': { en: 'Newest first', es: 'Primero lo más nuevo' },
  'lists.order.oldest': { en: 'Oldest first', es: 'Primero lo más antiguo' },
});
