import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { Comments } from '../../features/comments/Comments.tsx';
import { ItemActs } from '../../features/items/ItemActs.tsx';
import { ProductCards } from '../../features/shop/ProductCards.tsx';
import { ProductPage } from '../../features/shop/ProductPage.tsx';
import { useText } from '../../ui/text.ts';
import type { Route } from './+types/product.ts';

const KEY = 'GET /performer-assets/products/{id}';
const RELATED = 4;

const load = async (by: Call, id: string) => {
  const product = await orErrorPage(by(KEY, { params: { id } }));
  const query = { performerId: product.performer._id, limit: RELATED + 1 };
  const more = await by('GET /performer-assets/products/search', { query }).catch(() => null);
  return { product, related: (more?.data ?? []).filter(({ _id }) => _id !== id).slice(0, RELATED) };
};

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

/** One product on its own page. */
const Product = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const { data: product = loaderData.product } = useData(KEY, { params: { id: params.id } }, { initialData: loaderData.product });
  const { performer } = product;
  const isDigital = product.type === 'digital';
  return (
    <>
      <PageTop title={t('products.page')} back={`/${performer.username}?tab=shop`} />
      <PageTitle
        title={product.name}
        description={product.description || t('products.by', { name: performer.name })}
        image={itemPicturePath(product)}
        imageAlt={product.name}
        path={`/products/${product._id}`}
        kind="article"
      />
      <Page width="wide">
        <ProductPage
          key={product._id}
          product={product}
          acts={<ItemActs item={product} pills hasComments={isDigital} />}
          comments={
            // Those who have it discuss it; of what is sent by post nobody has anything to open.
            isDigital ? (
              <Comments
                key={String(product.access.allowed)}
                object={{ objectType: 'product', objectId: product._id }}
                isLocked={!product.access.allowed}
                count={product.counts.comments}
              />
            ) : null
          }
          more={loaderData.related.length > 0 ? <ProductCards products={loaderData.related} /> : null}
        />
      </Page>
    </>
  );
};

export default Product;
