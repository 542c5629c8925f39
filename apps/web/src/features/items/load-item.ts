import { call } from '../../app/browser-call.ts';
import { type OpenedRef, VIEW_CALLS } from './item-calls.ts';

/** An item as the viewer sees it now. @throws ApiError */
export const loadItem = <Item extends OpenedRef>({ kind, _id }: Item): Promise<Item> =>
  call(VIEW_CALLS[kind], { params: { id: _id } }) as Promise<unknown> as Promise<Item>;
