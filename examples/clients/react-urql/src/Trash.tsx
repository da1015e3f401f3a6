import { useQuery } from 'urql';
import { TrashDocument } from '@reinstate/client';
import { ofRecords } from './records';

export function Trash({ onRestore }: { onRestore: (id: string) => void }) {
  const [{ data }] = useQuery({ query: TrashDocument, variables: { first: 20 }, context: ofRecords });
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
