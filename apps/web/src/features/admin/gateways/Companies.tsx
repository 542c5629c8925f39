import type { GatewayCard } from '@stagedoor/contract/admin-gateways';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { useCurrentUser } from '../../../app/session.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { GatewayPanel } from './GatewayPanel.tsx';
import styles from './gateways.module.css';

/** The card companies in the order in which buyers are offered them. */
export const Companies = () => {
  const cards = useData('GET /admin/gateways', {});
  const order = useAction('PUT /admin/gateway-order');
  const client = useQueryClient();
  const mayChange = useCurrentUser().permissions.includes('settings');
  const refresh = () => void client.invalidateQueries({ queryKey: ['GET /admin/gateways'] });
  if (!cards.data)
    return (
      <Pending of={cards}>
        <RowsSkeleton rows={6} size={48} />
      </Pending>
    );
  const list: readonly GatewayCard[] = cards.data.data;
  const swap = (index: number, other: number) => {
    if (!list[index] || !list[other]) return null;
    const move = async () => {
      const names = list.map(({ name }) => name);
      [names[index], names[other]] = [names[other]!, names[index]!];
      if (await order.run({ body: { names } })) refresh();
    };
    return () => void move();
  };
  return (
    <div className={styles.stack}>
      {list.map((card, index) => (
        <GatewayPanel
          key={card.name}
          card={card}
          mayChange={mayChange}
          onUp={swap(index, index - 1)}
          onDown={swap(index, index + 1)}
          onChanged={refresh}
        />
      ))}
    </div>
  );
};
