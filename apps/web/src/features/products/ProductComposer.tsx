import { ITEM_TAGS } from '@stagedoor/contract/items.values';
import type { OwnProduct } from '@stagedoor/contract/products';
import { PRODUCT_PICTURES } from '@stagedoor/contract/products.values';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import { TokenField } from '../../ui/TokenField.tsx';
import { AddFiles } from '../items/composer/AddFiles.tsx';
import { CategoryPicker } from '../items/composer/CategoryPicker.tsx';
import { FileGrid } from '../items/composer/FileGrid.tsx';
import { TagField } from '../items/composer/TagField.tsx';
import { DownloadField } from './DownloadField.tsx';
import { PostageFields } from './PostageFields.tsx';
import styles from './products.module.css';
import { useProductDraft } from './use-product-draft.ts';

/** Creates or edits a product. What isn't saved yet is kept on this device. */
export const ProductComposer = ({ product }: { product?: OwnProduct }) => {
  const [version, setVersion] = useState(0);
  return <Composer key={version} product={product} onDiscard={() => setVersion(version + 1)} />;
};

/** The price of a product, and of one that is sent its stock. */
const PriceAndStock = ({
  typed,
  set,
  hasStock,
  error,
}: Pick<ReturnType<typeof useProductDraft>, 'typed' | 'set' | 'error'> & { hasStock: boolean }) => {
  const t = useText();
  return (
    <div className={styles.two}>
      <TokenField
        label={t('products.price')}
        name="price"
        required
        pattern="\d{1,6}([.]\d{1,2})?"
        value={typed.price}
        error={error?.fields['price']}
        onChange={(event) => set({ price: event.currentTarget.value.replace(',', '.') })}
      />
      {hasStock ? (
        <TextField
          label={t('products.stock')}
          optional
          name="stock"
          inputMode="numeric"
          pattern="\d{0,6}"
          hint={t('products.stockHint')}
          value={typed.stock}
          error={error?.fields['stock']}
          onChange={(event) => set({ stock: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
};

const Composer = ({ product, onDiscard }: { product: OwnProduct | undefined; onDiscard: () => void }) => {
  const t = useText();
  const { typed, set, fileId, setFileId, setIsSending, files, kept, isDraft, isSent, busy, waits, error, send } = useProductDraft(product);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(false);
  };
  return (
    <form onSubmit={submit}>
      <Card pad="lg" as="div" className={styles.fields}>
        <RestoredNote
          isShown={kept.isRestored}
          onDiscard={() => {
            kept.done();
            onDiscard();
          }}
        />
        {product ? null : (
          <Segments
            wide
            label={t('products.type')}
            name="type"
            value={typed.type}
            onChange={(type) => set({ type })}
            options={(['digital', 'physical'] as const).map((value) => ({ value, text: t(`shop.type.${value}`) }))}
          />
        )}
        <TextField
          label={t('products.name')}
          name="name"
          required
          maxLength={120}
          value={typed.name}
          error={error?.fields['name']}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <FileGrid files={files} />
        <AddFiles files={files} most={PRODUCT_PICTURES} only="image" />
        <TextArea
          label={t('products.description')}
          optional
          name="description"
          rows={5}
          maxLength={5000}
          value={typed.description}
          error={error?.fields['description']}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <PriceAndStock typed={typed} set={set} hasStock={isSent} error={error} />
        {isSent ? (
          <PostageFields postage={typed.shipping} onChange={(shipping) => set({ shipping })} error={error?.fields['shipping']} />
        ) : (
          <DownloadField
            fileId={fileId}
            name={product?.file?._id === fileId ? product.file.name : undefined}
            onChange={setFileId}
            onBusy={setIsSending}
          />
        )}
        <CategoryPicker chosen={typed.categoryIds} onChange={(categoryIds) => set({ categoryIds })} error={error?.fields['categoryIds']} />
        <TagField
          tags={typed.tags}
          onChange={(tags) => set({ tags })}
          most={ITEM_TAGS.most}
          length={ITEM_TAGS.length}
          error={error?.fields['tags']}
        />
        <FormError error={error} fields={['name', 'description', 'price', 'stock', 'shipping', 'tags', 'categoryIds']} />
        <div className={styles.ends}>
          {isDraft ? (
            <Button kind="lift" size="lg" disabled={busy || waits || typed.name.trim() === ''} onClick={() => void send(true)}>
              {t('model.saveDraft')}
            </Button>
          ) : null}
          <Button kind="gold" size="lg" type="submit" busy={busy} disabled={waits}>
            {t(isDraft ? 'model.publish' : 'model.save')}
          </Button>
        </div>
      </Card>
    </form>
  );
};
