declare const __PICTURES__: boolean;

const hue = (name: string): number => Array.from(name, (letter) => letter.charCodeAt(0)).reduce((sum, code) => (sum * 31 + code) % 360, 7);

/** A placeholder generated from its name: two lights on a dark background. */
const drawn = (name: string): string => {
  const h = hue(name);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160"><defs><radialGradient id="a"><stop stop-color="hsl(${h} 70% 62%)"/><stop offset="1" stop-color="hsl(${h} 60% 20%)" stop-opacity="0"/></radialGradient></defs><rect width="160" height="160" fill="hsl(${h} 40% 12%)"/><circle cx="80" cy="62" r="70" fill="url(#a)"/><circle cx="80" cy="66" r="24" fill="hsl(${h} 45% 9%)"/><path d="M24 160c4-42 26-62 56-62s52 20 56 62z" fill="hsl(${h} 45% 9%)"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** A picture for a story. */
export const picture = (name: string): string => (__PICTURES__ ? `/${name}.webp` : drawn(name));
