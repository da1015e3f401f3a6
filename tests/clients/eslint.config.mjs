// The committed schema, held against the rules of graphql-eslint for schemas and for Relay.

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
      // What is part of an answer and not a record has no id of its own.
      '@graphql-eslint/strict-id-in-types': [
        'error',
        {
          exceptions: {
            types: ['BulkError', 'Credential', 'NotificationReceived', 'PageInfo', 'RecordChanged', 'TrashSummary', 'UserSummary', 'Viewer', 'ViewerCan'],
            suffixes: ['Connection', 'Edge', 'Payload'],
          },
        },
      ],
      // What is walked newest first, the bin and histories, is walked one way only.
      '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
      // Fields have the names that the REST interface documents, `organization_name` among them.
      '@graphql-eslint/no-typename-prefix': 'off',
      // Connections have `nodes` beside `edges`, and there are lists of names.
      '@graphql-eslint/relay-edge-types': ['error', { listTypeCanWrapOnlyEdgeType: false }],
    },
  },
];
