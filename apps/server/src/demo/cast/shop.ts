/** Something a performer of the demo sells. */
export interface CastProduct {
  /** Identifies it within the demo. */
  key: string;
  performer: string;
  type: 'physical' | 'digital';
  name: string;
  description: string;
  /** In hundredths of a token. */
  price: bigint;
  /** Initial stock; unlimited when absent. */
  stock?: number;
  /** Name of one of the performer's pictures. */
  picture: string;
  /** Content of a digital product, page by page, line by line. */
  pages?: readonly (readonly string[])[];
}

export const products: readonly CastProduct[] = [
  {
    key: 'luna poster',
    performer: 'luna',
    type: 'physical',
    name: 'Silks at midnight, signed poster',
    description: '50 × 70 cm on heavy matte paper, signed on the back, sent in a tube.',
    price: 1800n,
    stock: 24,
    picture: 'silks-portrait-41',
  },
  {
    key: 'luna drills',
    performer: 'luna',
    type: 'digital',
    name: 'Twelve drills on one silk',
    description: 'A booklet of six weeks: what to do, how often, and when to stop. PDF.',
    price: 650n,
    picture: 'ribbons-landscape-42',
    pages: [
      ['Twelve drills on one silk', '', 'Luna Reyes', '', 'Warm up for fifteen minutes. Never alone, never without a mat.'],
      [
        'Weeks 1 and 2',
        '',
        '1. Foot lock, both sides, five times',
        '2. Russian climb to two metres, three times',
        '3. Straight-arm hang, three times ten seconds',
      ],
      ['Weeks 3 and 4', '', '4. Hip key from the ground', '5. Hip key from the climb', '6. Cross-back straddle, slowly down'],
      ['Weeks 5 and 6', '', '7. Same-side wrap', '8. Slack drop from one metre, spotted', 'Rest a day after each of these.'],
    ],
  },
  {
    key: 'luna chalk',
    performer: 'luna',
    type: 'physical',
    name: 'Rosin pouch, sewn from an old silk',
    description: 'From the red pair I flew for six years. There will be no more of it.',
    price: 900n,
    stock: 0,
    picture: 'hoop-square-43',
  },
  {
    key: 'ines score',
    performer: 'ines.valdemar',
    type: 'digital',
    name: 'Six small studies for cello, score',
    description: 'Fingerings and bowings as I play them. PDF, to print as often as you like for yourself.',
    price: 450n,
    picture: 'sheet-landscape-44',
    pages: [
      ['Six small studies', 'for cello alone', '', 'Ines Valdemar'],
      ['I. Long bows', '', 'C major, one bow a bar, sixty to the minute.', 'Listen to the end of the sound.'],
      ['II. Crossing', '', 'Open strings, then sixths. The wrist leads.'],
    ],
  },
  {
    key: 'ines cloth',
    performer: 'ines.valdemar',
    type: 'physical',
    name: 'Rosin cloth, woven in Porto',
    description: 'Washed linen in cello brown, 30 × 30 cm.',
    price: 700n,
    stock: 12,
    picture: 'strings-square-45',
  },
  {
    key: 'jun cup',
    performer: 'jun.sato',
    type: 'physical',
    name: 'Tea cup, plum-ash blue',
    description: 'Wood fired, about 180 ml. Each is a little different, as yours will be.',
    price: 2400n,
    stock: 3,
    picture: 'vessels-square-46',
  },
  {
    key: 'mara book',
    performer: 'mara',
    type: 'digital',
    name: 'Citrus, nineteen recipes',
    description: 'From peel to pith, with the marmalade of the film. PDF.',
    price: 550n,
    picture: 'citrus-landscape-47',
    pages: [
      ['Citrus', 'nineteen recipes', '', 'Mara Lindqvist'],
      [
        'Marmalade',
        '',
        '1 kg Seville oranges, 1 kg sugar, the juice of two lemons.',
        'Soak the peel overnight. Boil it in the water it lay in.',
      ],
    ],
  },
];

/** An order of the demo: paid by card, so that no wallet of the story changes. Its steps are days before now, in order. */
export interface CastOrder {
  fan: string;
  daysAgo: number;
  products: readonly { key: string; quantity: number }[];
  accepted?: number;
  shipped?: { daysAgo: number; note: string };
  delivered?: number;
}

export const productOrders: readonly CastOrder[] = [
  {
    fan: 'alexm',
    daysAgo: 16,
    products: [{ key: 'jun cup', quantity: 1 }],
    accepted: 15,
    shipped: { daysAgo: 14, note: 'Japan Post, EMS 4471 208' },
    delivered: 8,
  },
  { fan: 'alexm', daysAgo: 9, products: [{ key: 'ines score', quantity: 1 }] },
  {
    fan: 'greta.k',
    daysAgo: 12,
    products: [{ key: 'luna poster', quantity: 1 }],
    accepted: 11,
    shipped: { daysAgo: 10, note: 'Correos, PK 771 903' },
    delivered: 6,
  },
  {
    fan: 'samuelb',
    daysAgo: 5,
    products: [
      { key: 'luna poster', quantity: 2 },
      { key: 'luna drills', quantity: 1 },
    ],
    accepted: 4,
    shipped: { daysAgo: 3, note: 'Correos, PK 772 418' },
  },
  { fan: 'ninahart', daysAgo: 2.4, products: [{ key: 'luna poster', quantity: 1 }], accepted: 1.5 },
  { fan: 'alexm', daysAgo: 1.2, products: [{ key: 'ines cloth', quantity: 1 }] },
  {
    fan: 'theadora',
    daysAgo: 0.9,
    products: [
      { key: 'luna poster', quantity: 1 },
      { key: 'mara book', quantity: 1 },
    ],
  },
];
