// Checks the committed schema with the rules of graphql-eslint for schemas and for Relay.

import graphqlPlugin from '@graphql-eslint/eslint-plugin';

export default [
  {
    files: ['**/*.graphql'],
    plugins: { '@graphql-eslint': graphqlPlugin },
    languageOptions: {
      parser: graphqlPlugin.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
    },
    rules: {
      ...graphqlPlugin.configs['flat/schema-recommended'].rules,
      ...graphqlPlugin.configs['flat/schema-relay'].rules,
      // Parts of a response that are no records have no id.
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          // The id of an operation is a UUID, which mutations take.
          acceptedIdTypes: ['ID', 'UUID'],
          exceptions: {
            types: ['AdoptedRow', 'AdoptedTable', 'BulkCount', 'BulkError', 'BulkKept', 'BulkPreview', 'BulkProgress', 'Credential', 'DeletedDependents', 'FieldChange', 'KindAccess', 'KindCount', 'NotificationReceived', 'PageInfo', 'RecordChanged', 'RecordHold', 'RemovalOutcome', 'RemovedPart', 'Role', 'TrashSummary', 'Viewer', 'ViewerCan'],
            suffixes: ['Connection', 'Edge', 'Payload'],
          },
        },
      ],
      // Events and histories are paged in one direction only, newest first.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // Fields have the names of the REST API, such as `organization_name`.
      '@graphql-eslint/no-typename-prefix': 'off',
      // Connections have `nodes` besides `edges`, and some fields are lists of names. Access tokens and
      // events of roles are only read through their account and role.
      '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false }],
    },
  },
];
