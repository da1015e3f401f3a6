import { useQuery } from '@apollo/client/react';
import { TrashDocument } from '@reinstate/client';

export function Trash({ onRestore }: { onRestore: (id: string) => void }) {
  const { data } = useQuery(TrashDocument, { variables: { first: 20 } });
  return (
    <section aria-label="Trash">
      <h2>Trash</h2>
      <ul>
        {data?.trash?.nodes.map(({ id, kind, label, deletedBy, viewerCan }) => (
          <li key={id}>
            {kind}: {label} {deletedBy && `(deleted by ${deletedBy.email})`}
            {viewerCan.restore && <button onClick={() => onRestore(id)}>Restore</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
