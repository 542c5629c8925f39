import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

const KEY = ['GET /admin/promos'];

/** The promos in their order, and how the order is changed. */
export const usePromos = () => {
  const t = useText();
  const client = useQueryClient();
  const promos = useData('GET /admin/promos', {});
  const order = useAction('PUT /admin/promos/order');
  const list = promos.data?.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey: KEY });
    await client.invalidateQueries({ queryKey: ['GET /site-promo'] });
  };
  const move = async (index: number, step: -1 | 1) => {
    const ids = (list ?? []).map(({ _id }) => _id);
    const [id] = ids.splice(index, 1);
    ids.splice(index + step, 0, id!);
    if (await order.run({ body: { ids } })) await reload();
  };
  const onDeleted = () => {
    toast(t('sitePromos.deleted'), { tone: 'ok' });
    void reload();
  };
  return { promos, list, order, reload, move, onDeleted };
};
