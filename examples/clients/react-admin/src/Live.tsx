import { useEffect } from 'react';
import { useDataProvider, useRefresh, useResourceContext } from 'react-admin';
import type { ReinstateDataProvider } from '@reinstate/client/react-admin';

/** Reads a list again whenever anybody has changed a record of its kind. */
export function Live() {
  const resource = useResourceContext();
  const dataProvider = useDataProvider<ReinstateDataProvider>();
  const refresh = useRefresh();
  useEffect(() => {
    const topic = `resource/${resource}`;
    const changed = () => refresh();
    dataProvider.subscribe(topic, changed);
    return () => {
      dataProvider.unsubscribe(topic, changed);
    };
  }, [resource, dataProvider, refresh]);
  return null;
}
