import { useState } from 'react';
import { useLocation } from 'react-router';
import { AGE_OBSTACLES, AGE_PARAMETER, type AgeObstacle } from '@stagedoor/contract/age.values';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { useAction } from './data.ts';

/** The address without the obstacle of an earlier check. */
const withoutObstacle = (pathname: string, search: string, hash: string): string => {
  const parameters = new URLSearchParams(search);
  parameters.delete(AGE_PARAMETER);
  return pathname + (parameters.size > 0 ? `?${parameters.toString()}` : '') + hash;
};

/** Sends the browser to the provider of age checks, and reads why it came back without a result. */
export const useAgeCheck = (leave: (url: string) => void = (url) => location.assign(url)) => {
  const { pathname, search, hash } = useLocation();
  const check = useAction('POST /age/checks');
  const [isLeaving, setLeaving] = useState(false);
  const found = new URLSearchParams(search).get(AGE_PARAMETER);
  const obstacle: AgeObstacle | null = isOneOf(AGE_OBSTACLES, found) ? found : null;
  const begin = async () => {
    const answer = await check.run({ body: { returnTo: withoutObstacle(pathname, search, hash) } });
    if (!answer) return;
    setLeaving(true);
    leave(answer.url);
  };
  return { begin, busy: check.busy || isLeaving, error: check.error, obstacle };
};
