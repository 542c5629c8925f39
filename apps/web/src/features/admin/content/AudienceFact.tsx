import type { ShownContents } from '@stagedoor/contract/catalog';
import { PriceTag } from '../../../ui/Amount.tsx';
import { useText } from '../../../ui/text.ts';
import { FactLine } from '../list/Pane.tsx';
import own from './items.module.css';

/** Who may see an item, and for how much; nothing for comments and messages that sell nothing. */
export const AudienceFact = ({ item }: { item: ShownContents }) => {
  const t = useText();
  if (item.audience === null && item.price === null) return null;
  return (
    <FactLine label={t(item.audience === null ? 'model.price' : 'model.audience')}>
      <span className={own.terms}>
        {item.audience === null ? null : t(`model.audience.${item.audience}`)}
        {item.price === null ? null : <PriceTag tokens={item.price} />}
      </span>
    </FactLine>
  );
};
