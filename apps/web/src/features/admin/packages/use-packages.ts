import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../../app/data.ts';

/** The token packages in their order, and how the order is changed. */
export const usePackages = () => {
  const client = useQueryClient();
  const packages = useData('GET /admin/wallet-packages', {});
  const update = useAction('PUT /admin/wallet-packages/{id}');
  const list = packages.data?.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /admin/wallet-packages'] });
    await client.invalidateQueries({ queryKey: ['GET /wallet-package'] });
  };
  const move = async (index: number, step: -1 | 1) => {
    const next = [...(list ?? [])];
    const [moved] = next.splice(index, 1);
    next.splice(index + step, 0, moved!);
    for (const [position, managed] of next.entries()) {
      if (managed.position === position) continue;
      const { _id, ...rest } = managed;
      if (!(await update.run({ params: { id: _id }, body: { ...rest, position } }))) break;
    }
    await reload();
  };
  return { packages, list, update, reload, move };
};
