// What graphql-codegen makes of the schema and of the documents of the views.

const scalars = {
  BigInt: 'number',
  DateTime: 'string',
  Duration: 'string',
  UUID: 'string',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
};

export default {
  schema: '../schema.graphql',
  generates: {
    'console/src/generated/documents.ts': {
      documents: 'console/src/**/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        scalars,
        enumsAsTypes: true,
        useTypeImports: true,
        strictScalars: true,
        optimizeDocumentNode: true,
        maybeValue: 'T | null | undefined',
        inputMaybeValue: 'T | null | undefined',
      },
    },
    'console/src/generated/kinds.ts': { plugins: ['./console/kinds.cjs'] },
  },
};
