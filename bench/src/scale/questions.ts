import type { Audience, Fan } from './audience.ts';
import type { Draw } from './draws.ts';

/** One request. */
export interface Question {
  path: string;
  headers: Record<string, string>;
}

export const anonymous = (path: string): Question => ({ path, headers: {} });
export const asFan = (fan: Fan, path: string): Question => ({ path, headers: { authorization: fan.token } });

/** Both sides of a list that fans ask for; the fan is drawn first on both. */
export const listsOf =
  ({ fans }: Pick<Audience, 'fans'>) =>
  <T>(
    of: (draw: Draw) => T,
    ours: (drawn: T) => string,
    peer: (drawn: T, fan: Fan) => string,
  ): { ours(draw: Draw): Question; peer(draw: Draw): Question } => ({
    ours: (draw) => asFan(draw.any(fans), ours(of(draw))),
    peer: (draw) => {
      const fan = draw.any(fans);
      return anonymous(peer(of(draw), fan));
    },
  });
