import type { OwnProduct } from '@stagedoor/contract/products';
import { EVERYWHERE, type ProductType } from '@stagedoor/contract/products.values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '../../app/data.ts';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { useRestoredToast, useSavedToast } from '../items/composer/ComposerFrame.tsx';
import { useItemFiles } from '../items/composer/use-item-files.ts';
import type { TypedPostage } from './PostageFields.tsx';

const UPLOADS = { image: { purpose: 'photo', call: 'POST /performer/performer-assets/photos/upload' } } as const;
const LISTS = [
  'GET /performer/performer-assets/products/search',
  'GET /performer/performer-assets/products/{id}/view',
  'GET /performer-assets/products/search',
  'GET /performer-assets/products/{id}',
] as const;

export interface TypedProduct {
  type: ProductType;
  name: string;
  description: string;
  price: string;
  stock: string;
  shipping: readonly TypedPostage[];
  categoryIds: readonly string[];
  tags: readonly string[];
}

const typedOf = (product: OwnProduct | undefined): TypedProduct => ({
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

/** The product as the call for a new one takes it: a form. */
const newBodyOf = (typed: TypedProduct, shipping: readonly TypedPostage[], imageIds: readonly string[], fileId: string | null) => ({
  type: typed.type,
  name: typed.name,
  description: typed.description,
  price: typed.price,
  stock: typed.type === 'physical' ? typed.stock : '',
  shipping: JSON.stringify(shipping),
  imageIds: imageIds.join(','),
  fileId: fileId ?? '',
  categoryIds: typed.categoryIds.join(','),
  tags: typed.tags.join(','),
});

/** The product as the call for changes takes it. */
const changesOf = (
  product: OwnProduct,
  typed: TypedProduct,
  shipping: readonly TypedPostage[],
  imageIds: string[],
  fileId: string | null,
) => ({
  name: typed.name,
  description: typed.description,
  imageIds,
  fileId,
  price: typed.price === '' ? null : typed.price,
  stock: typed.type === 'physical' && typed.stock !== '' ? Number(typed.stock) : null,
  stockSeen: product.stock,
  shipping: [...shipping],
  categoryIds: [...typed.categoryIds],
  tags: [...typed.tags],
});

/** Keeps what is typed of a product on the device until it is saved. @param product what is edited; a new one without */
export const useProductDraft = (product: OwnProduct | undefined) => {
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
  const set = (part: Partial<TypedProduct>) => setTyped((known) => ({ ...known, ...part }));
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
    const file = isSent ? null : fileId;
    const saved = product
      ? await change.run({
          params: { id: product._id },
          body: { ...changesOf(product, typed, shipping, files.ids, file), ...(isDraft ? { isDraft: asDraft } : {}) },
        })
      : await create.run({ body: { ...newBodyOf(typed, shipping, files.ids, file), isDraft: asDraft }, files: {} });
    if (!saved) return;
    kept.done();
    for (const list of LISTS) await client.invalidateQueries({ queryKey: [list] });
    savedToast(saved, Boolean(product && !isDraft));
    await navigate(saved.state === 'draft' ? '/model/products?state=draft' : '/model/products');
  };
  return { typed, set, fileId, setFileId, setIsSending, files, kept, isDraft, isSent, busy, waits, error, send };
};
