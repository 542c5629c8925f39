import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads the loaded pages of lists anew, as something on them has changed. A page that is on its way arrives first: by default the library would
 * give it up, and the press that asked for it would have done nothing.
 */
export const rereadPages = async (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  const isOnItsWay = client.isFetching({ queryKey }) > 0;
  // Waits for it, or reads at once.
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (isOnItsWay) await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
};
