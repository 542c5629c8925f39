import { texts } from './text.ts';

/** The file of a performer's earnings, and the filters of their lines. */
export const earningTexts = texts({
  'model.csv': { en: 'CSV', es: 'CSV' },
  'model.csvText': { en: 'Download these lines as a CSV file', es: 'Descargar estas líneas como archivo CSV' },
  'model.onlyFan': { en: 'Only from {{name}}', es: 'Solo de {{name}}' },
  'model.onlyItem': { en: 'Only “{{title}}”', es: 'Solo «{{title}}»' },
  'model.onlyDays': { en: 'Only {{days}}', es: 'Solo {{days}}' },
  'model.oneFan': { en: 'one fan', es: 'un fan' },
  'model.oneItem': { en: 'one item', es: 'un artículo' },
  'model.showLines': { en: 'Show the lines of {{what}}', es: 'Ver las líneas de {{what}}' },
  'export.earnings.at': { en: 'When (UTC)', es: 'Fecha (UTC)' },
  'export.earnings.kind': { en: 'What', es: 'Qué' },
  'export.earnings.source': { en: 'Source', es: 'Origen' },
  'export.earnings.item': { en: 'Item', es: 'Artículo' },
  'export.earnings.fan': { en: 'From', es: 'De' },
  'export.earnings.tokens': { en: 'Tokens', es: 'Tokens' },
  'export.earnings.gross': { en: 'Gross', es: 'Bruto' },
  'export.earnings.rate': { en: 'Commission in %', es: 'Comisión en %' },
  'export.earnings.commission': { en: 'Commission', es: 'Comisión' },
  'export.earnings.net': { en: 'Net', es: 'Neto' },
  'export.earnings.currency': { en: 'Currency', es: 'Moneda' },
  'export.earnings.state': { en: 'State', es: 'Estado' },
  'export.earnings.due': { en: 'Available from (UTC)', es: 'Disponible desde (UTC)' },
  'export.earnings.order': { en: 'Order', es: 'Pedido' },
  'export.earnings.transaction': { en: 'Transaction', es: 'Transacción' },
});
