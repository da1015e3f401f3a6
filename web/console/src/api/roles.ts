// All roles, or all deleted ones, read page by page.

import type { CombinedError } from '@urql/core';
import { useClient } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { RolesDocument, type RolesQuery, type Trashed } from '../generated/documents';

const PAGE = 100;

type Roles = { roles: NonNullable<RolesQuery['roles']>; fetching: boolean; error?: CombinedError };

export function useRoles(trashed: Trashed = 'WITHOUT'): Roles & { refresh(): void } {
  const client = useClient();
  const [found, setFound] = useState<Roles>({ roles: [], fetching: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isWanted = true;
    void (async () => {
      const roles: NonNullable<RolesQuery['roles']> = [];
      for (;;) {
        const variables = { trashed, first: PAGE, after: roles.at(-1)?.id };
        const { data, error } = await client.query(RolesDocument, variables, { requestPolicy: 'network-only' }).toPromise();
        if (!isWanted) return;
        const page = data?.roles ?? [];
        roles.push(...page);
        if (error || page.length < PAGE) return setFound({ roles, fetching: false, error });
      }
    })();
    return () => { isWanted = false; };
  }, [client, turn, trashed]);
  return { ...found, refresh: () => setTurn((it) => it + 1) };
}
