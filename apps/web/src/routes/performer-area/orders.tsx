import { useListData } from '../../app/data.ts';
import { ListFile } from '../../features/lists/ListFile.tsx';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { SaleSheet } from '../../features/orders/SaleSheet.tsx';
import { SaleRow } from '../../features/orders/SaleRow.tsx';
import { BY_PRODUCT, SaleTools } from '../../features/orders/SaleTools.tsx';
import { SoldProductRows } from '../../features/orders/SoldProductRows.tsx';
import { SALES_ON_PAGE, useSoldOrders } from '../../features/orders/use-sold-orders.ts';
import { Card } from '../../ui/Card.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

/** Sales by product: how many, for how much, and when last; also of products that are no longer offered. */
const SoldProducts = () => {
  const t = useText();
  const { offset } = useListSearch();
  const sold = useListData('GET /orders/performers/products/search', { query: { limit: SALES_ON_PAGE, offset } });
  return (
    <ListPage
      title={t('shop.orders')}
      tools={<SaleTools chosen={BY_PRODUCT} />}
      list={sold}
      limit={SALES_ON_PAGE}
      skeleton={<RowsSkeleton rows={4} />}
      empty={<Empty title={t('sales.noProducts')} text={t('sales.noProductsText')} />}
    >
      {(products) => <SoldProductRows products={products} />}
    </ListPage>
  );
};

/** Orders of the performer's products, by required action. */
const DeliveryOrders = () => {
  const t = useText();
  const { change } = useListSearch();
  const { sold, delivery, id, file, reload } = useSoldOrders();
  return (
    <ListPage
      title={t('shop.orders')}
      head={<ListFile href={file} name="sales.csv" />}
      lead={t('sales.lead')}
      tools={<SaleTools chosen={delivery} />}
      list={sold}
      limit={SALES_ON_PAGE}
      skeleton={<RowsSkeleton rows={4} />}
      empty={<Empty title={t('sales.none')} text={t('sales.noneText')} />}
      over={id ? <SaleSheet key={id} id={id} onClose={() => change({ id: null })} onChange={reload} /> : null}
    >
      {(orderLines) => (
        <Card pad="lg">
          {orderLines.map((orderLine) => (
            <SaleRow key={orderLine._id} orderLine={orderLine} onOpen={() => change({ id: orderLine._id })} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

/** A performer's sales: orders by required action, and what each product sold. */
const SoldOrders = () => {
  const { get } = useListSearch();
  return get('state') === BY_PRODUCT ? <SoldProducts /> : <DeliveryOrders />;
};

export default SoldOrders;
