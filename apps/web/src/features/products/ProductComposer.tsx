import { ITEM_TAGS } from '@stagedoor/contract/items.values';
import type { OwnProduct } from '@stagedoor/contract/products';
import { EVERYWHERE, PRODUCT_PICTURES, type ProductType } from '@stagedoor/contract/products.values';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { RestoredNote } from '../../ui/forms/RestoredNote.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useText } from '../../ui/text.ts';
import { TokenField } from '../../ui/TokenField.tsx';
import { AddFiles } from '../items/composer/AddFiles.tsx';
import { CategoryPicker } from '../items/composer/CategoryPicker.tsx';
import { useRestoredToast, useSavedToast } from '../items/composer/ComposerFrame.tsx';
import { FileGrid } from '../items/composer/FileGrid.tsx';
import { TagField } from '../items/composer/TagField.tsx';
import { useItemFiles } from '../items/composer/use-item-files.ts';
import { DownloadField } from './DownloadField.tsx';
import { PostageFields, type TypedPostage } from './PostageFields.tsx';
import styles from './products.module.css';

const UPLOADS = { image: { purpose: 'photo', call: 'POST /performer/performer-assets/photos/upload' } } as const;
const LISTS = [
  'GET /performer/performer-assets/products/search',
  'GET /performer/performer-assets/products/{id}/view',
  'GET /performer-assets/products/search',
  'GET /performer-assets/products/{id}',
] as const;

interface Typed {
  type: ProductType;
  name: string;
  description: string;
  price: string;
  stock: string;
  shipping: readonly TypedPostage[];
  categoryIds: readonly string[];
  tags: readonly string[];
}

const typedOf = (product: OwnProduct | undefined): Typed => ({
  type: product?.type ?? 'digital',
  name: product?.name ?? '',
  description: product?.description ?? '',
  price: product?.price ? product.price.toFixed(2) : '',
  stock: product?.stock === null || product?.stock === undefined ? '' : String(product.stock),
  shipping: product
    ? product.shipping.map(({ country, price }) => ({ country, price: price.toFixed(2) }))
    : [{ country: EVERYWHERE, price: '' }],
  categoryIds: product?.categoryIds ?? [],
  tags: product?.tags ?? [],
});

/** Creates or edits a product. What isn't saved yet is kept on this device. */
export const ProductComposer = ({ product }: { product?: OwnProduct }) => {
  const [version, setVersion] = useState(0);
  return <Composer key={version} product={product} onDiscard={() => setVersion(version + 1)} />;
};

const Composer = ({ product, onDiscard }: { product: OwnProduct | undefined; onDiscard: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const savedToast = useSavedToast();
  const restoredToast = useRestoredToast();
  const create = useAction('POST /performer/performer-assets/products');
  const change = useAction('PUT /performer/performer-assets/products/{id}');
  const [initial] = useState(() => typedOf(product));
  const [typed, setTyped] = useState(initial);
  const [fileId, setFileId] = useState<string | null>(product?.file?._id ?? null);
  const [isSending, setIsSending] = useState(false);
  const files = useItemFiles(UPLOADS, product?.files);
  const set = (part: Partial<Typed>) => setTyped((known) => ({ ...known, ...part }));
  const error = create.error ?? change.error;
  const isDraft = !product || product.state === 'draft' || product.state === 'scheduled';
  const isSent = typed.type === 'physical';
  const kept = useKeptState({
    draft: `product.${product?._id ?? 'new'}`,
    saved: { typed: initial, fileId: product?.file?._id ?? null, files: (product?.files ?? []).map(({ _id }) => _id) },
    value: { typed, fileId, files: files.ids },
    restore: async (known) => {
      setTyped(known.typed);
      setFileId(known.fileId);
      restoredToast([await files.restore(known.files)]);
    },
    asks: true,
    hasMore: files.hasLocal || isSending,
  });
  const busy = create.busy || change.busy;
  const waits = files.busy || isSending;
  const send = async (asDraft: boolean) => {
    const shipping = isSent ? typed.shipping.filter(({ country, price }) => country !== '' && price !== '') : [];
    const common = { name: typed.name, description: typed.description, imageIds: files.ids, fileId: isSent ? null : fileId };
    const saved = product
      ? await change.run({
          params: { id: product._id },
          body: {
            ...common,
            price: typed.price === '' ? null : typed.price,
            stock: isSent && typed.stock !== '' ? Number(typed.stock) : null,
            stockSeen: product.stock,
            shipping,
            categoryIds: [...typed.categoryIds],
            tags: [...typed.tags],
            ...(isDraft ? { isDraft: asDraft } : {}),
          },
        })
      : await create.run({
          body: {
            type: typed.type,
            name: typed.name,
            description: typed.description,
            price: typed.price,
            stock: isSent ? typed.stock : '',
            shipping: JSON.stringify(shipping),
            imageIds: files.ids.join(','),
            fileId: isSent ? '' : (fileId ?? ''),
            categoryIds: typed.categoryIds.join(','),
            tags: typed.tags.join(','),
            isDraft: asDraft,
          },
          files: {},
        });
    if (!saved) return;
    kept.done();
    for (const list of LISTS) await client.invalidateQueries({ queryKey: [list] });
    savedToast(saved, Boolean(product && !isDraft));
    await navigate(saved.state === 'draft' ? '/model/products?state=draft' : '/model/products');
  };
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
          {isSent ? (
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
