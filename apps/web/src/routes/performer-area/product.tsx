import { useParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import lists from '../../features/lists/lists.module.css';
import { VerifyEmailPrompt } from '../../features/performer-area/account/VerifyEmailPrompt.tsx';
import { ProductComposer } from '../../features/products/ProductComposer.tsx';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** `/model/products/new` creates a product, `/model/products/{id}` edits one. */
const Product = () => {
  const t = useText();
  const { id = 'new' } = useParams();
  const isNew = id === 'new';
  const user = useCurrentUser();
  const own = useData('GET /performer/performer-assets/products/{id}/view', { params: { id } }, { enabled: !isNew });
  const title = t(isNew ? 'products.new' : 'products.edit');
  return (
    <Page>
      <PageTitle title={title} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>
          <bdi>{title}</bdi>
        </h1>
      </header>
      {user.emailVerified ? null : <VerifyEmailPrompt />}
      {isNew ? (
        <ProductComposer />
      ) : own.data ? (
        <ProductComposer key={own.data._id} product={own.data} />
      ) : (
        <Pending of={own} isPage>
          <RowsSkeleton rows={3} square />
        </Pending>
      )}
    </Page>
  );
};

export default Product;
