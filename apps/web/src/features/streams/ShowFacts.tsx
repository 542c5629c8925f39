import type { StreamSession } from '@stagedoor/contract/streams';
import { useData } from '../../app/data.ts';
import { Chip } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';

/** A show's category, and who it is for unless that is everyone. */
export const ShowFacts = ({ session, size }: { session: Pick<StreamSession, 'categoryId' | 'audience'>; size?: 'lg' }) => {
  const t = useText();
  const { categoryId, audience } = session;
  const { data: categories } = useData('GET /categories/search', { query: {} }, { enabled: categoryId !== null });
  const category = categories?.data.find(({ _id }) => _id === categoryId);
  const large = size ? { size } : {};
  return (
    <>
      {category ? (
        <Chip tone="glass" {...large}>
          <bdi>{category.name}</bdi>
        </Chip>
      ) : null}
      {audience === 'followers' || audience === 'subscribers' ? (
        <Chip tone="glass" {...large}>
          {t(audience === 'followers' ? 'live.forFollowers' : 'live.forSubscribers')}
        </Chip>
      ) : null}
    </>
  );
};
