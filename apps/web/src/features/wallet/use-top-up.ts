import { useBoot, useSettings } from '../../app/boot.tsx';
import { useData } from '../../app/data.ts';
import { useFormat } from '../../ui/format.tsx';
import { type TopUp, topUpFor } from './fitting-top-up.ts';

/** The least that can be bought for missing tokens, as the top-up form suggests it; null until it is known, and where no cards are taken. */
export const useTopUp = (missing: number): TopUp | null => {
  const { takesCards } = useBoot();
  const { tokenValue } = useFormat();
  const { topUpMinimum = 5, topUpMaximum = 1000 } = useSettings();
  const { data: packages } = useData('GET /wallet-package', {}, { enabled: takesCards && missing > 0 });
  return packages && missing > 0 && takesCards
    ? topUpFor(packages.data, missing, { minimum: topUpMinimum, maximum: topUpMaximum, tokenValue })
    : null;
};
