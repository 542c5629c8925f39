import { isolated } from '@stagedoor/contract/visible-text.values';
import type { OwnProduct } from '@stagedoor/contract/products';
import { IconDownload, IconExternalLink, IconPackage } from '@tabler/icons-react';
import { useAction, useListData } from '../../app/data.ts';
import { OwnItemRow } from '../../features/items/OwnItemRow.tsx';
import { OwnListPage, useOwnListQuery } from '../../features/lists/OwnListPage.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** States one looks for; `all` besides. */
const STATES = ['active', 'review', 'draft', 'scheduled', 'taken-down'] as const;

/** A performer's products: found by words and state, edited, deleted. */
const Products = () => {
  const t = useText();
  const { query, isNarrow } = useOwnListQuery(STATES);
  const own = useListData('GET /performer/performer-assets/products/search', { query });
  const { refetch } = own;
  return (
    <OwnListPage
      title={t('products.title')}
      search={t('products.searchOwn')}
      create={
        <Button kind="gold" to="/model/products/new">
          {t('products.new')}
        </Button>
      }
      states={STATES}
      list={own}
      isNarrow={isNarrow}
      none={{ found: t('products.noneFound'), own: t('products.noOwn'), ownText: t('products.noOwnText') }}
    >
      {(product) => <Row key={product._id} product={product} onChange={() => void refetch()} />}
    </OwnListPage>
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
            label={`${t('products.open')}: ${isolated(product.name)}`}
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
