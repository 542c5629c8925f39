import type { ItemState } from '@stagedoor/contract/items.values';
import type { OwnProduct } from '@stagedoor/contract/products';
import { IconDownload, IconExternalLink, IconPackage } from '@tabler/icons-react';
import { useAction, useData } from '../../app/data.ts';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import lists from '../../features/lists/lists.module.css';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 24;
/** States one looks for; `all` besides. */
const STATES = ['active', 'draft', 'scheduled', 'taken-down'] as const satisfies readonly ItemState[];

/** A performer's products: found by words and state, edited, deleted. */
const Products = () => {
  const t = useText();
  const { get, offset, change } = useListSearch();
  const q = get('q') ?? '';
  const state = STATES.find((one) => one === get('state'));
  const query = { limit: LIMIT, offset, ...(q ? { q } : {}), ...(state ? { state } : {}) };
  const own = useData('GET /performer/performer-assets/products/search', { query });
  const create = (
    <Button kind="gold" to="/model/products/new">
      {t('products.new')}
    </Button>
  );
  return (
    <ListPage
      title={t('products.title')}
      head={create}
      width="wide"
      list={own}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={5} size={84} square />}
      tools={
        <>
          <ListSearch label={t('products.searchOwn')} />
          <div className={lists.filters} role="group" aria-label={t('products.states')}>
            <FilterChip on={!state} onClick={() => change({ state: null, offset: null })}>
              {t('products.every')}
            </FilterChip>
            {STATES.map((one) => (
              <FilterChip key={one} on={one === state} onClick={() => change({ state: one === state ? null : one, offset: null })}>
                {t(`model.state.${one}`)}
              </FilterChip>
            ))}
          </div>
        </>
      }
      empty={
        q !== '' || state !== undefined ? (
          <Empty title={t('products.noneFound')} text={t('products.noneFoundText')} action={create} />
        ) : (
          <Empty title={t('products.noOwn')} text={t('products.noOwnText')} action={create} />
        )
      }
    >
      {(products) => (
        <Card pad="lg">
          {products.map((product) => (
            <Row key={product._id} product={product} onChange={() => void own.refetch()} />
          ))}
        </Card>
      )}
    </ListPage>
  );
};

const Row = ({ product, onChange }: { product: OwnProduct; onChange: () => void }) => {
  const t = useText();
  const remove = useAction('DELETE /performer/performer-assets/products/{id}');
  const onRemove = async () => {
    if (!(await remove.run({ params: { id: product._id } }))) return false;
    onChange();
    return true;
  };
  const Icon = product.type === 'digital' ? IconDownload : IconPackage;
  return (
    <OwnItemRow
      item={product}
      name={product.name}
      edit={`/model/products/${product._id}`}
      icon={<Icon size={22} stroke={1.75} />}
      fact={[
        t(`shop.type.${product.type}`),
        product.stock === null ? '' : product.stock === 0 ? t('shop.soldOut') : t('products.inStock', { count: product.stock }),
      ]
        .filter(Boolean)
        .join(' · ')}
      acts={
        product.state === 'active' ? (
          <IconButton
            label={`${t('products.open')}: ${product.name}`}
            icon={<IconExternalLink size={20} stroke={1.75} />}
            to={`/products/${product._id}`}
          />
        ) : null
      }
      deleteAsk={t('products.deleteAsk')}
      remove={{ busy: remove.busy, run: onRemove }}
    />
  );
};

export default Products;
