import type { OwnGift } from '@stagedoor/contract/gifts';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';

/** A performer's own gifts in their order, and how the order is changed. */
export const useOwnGifts = () => {
  const client = useQueryClient();
  const gifts = useData('GET /gift/search', {});
  const order = useAction('PUT /gift/order');
  const list = gifts.data?.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /gift/search'] });
    await client.invalidateQueries({ queryKey: ['GET /gift/performers/{id}'] });
  };
  /** Exchanges a gift with the one before or after it. */
  const onMove = async (gift: OwnGift, by: -1 | 1) => {
    const ids = (list ?? []).map(({ _id }) => _id);
    const at = ids.indexOf(gift._id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, gift._id);
    if (await order.run({ body: { ids } })) await reload();
  };
  return { gifts, list, order, reload, onMove };
};
