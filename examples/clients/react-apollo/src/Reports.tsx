import { useQuery } from '@apollo/client/react';
import { graphql } from './generated';

// A document of one's own: graphql-codegen makes its types from the schema.
const REPORTS = graphql(`
  query Reports {
    reports(first: 20) {
      nodes { id title user { email } viewerCan { delete } }
    }
  }
`);

export function Reports({ onDelete }: { onDelete: (id: string) => void }) {
  const { data, error } = useQuery(REPORTS, { errorPolicy: 'all' });
  return (
    <section aria-label="Reports">
      <h2>Reports</h2>
      {error && <p role="alert">{error.message}</p>}
      <ul>
        {data?.reports?.nodes.map(({ id, title, user, viewerCan }) => (
          <li key={id}>
            {title} ({user?.email})
            {viewerCan.delete && <button onClick={() => onDelete(id)}>Delete</button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
