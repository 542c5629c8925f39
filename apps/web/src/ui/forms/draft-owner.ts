import { createContext, use } from 'react';

const DraftOwner = createContext<string | null>(null);

/** Names the account whose drafts the forms below keep; null for a visitor. */
export const DraftOwnerProvider = DraftOwner.Provider;
export const useDraftOwner = (): string | null => use(DraftOwner);
