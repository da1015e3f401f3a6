import type { CodegenConfig } from '@graphql-codegen/cli';

// In a project of your own: the address of the server, such as http://127.0.0.1:8080/schema.graphql.
const config: CodegenConfig = {
  schema: '../../../schema.graphql',
  documents: 'src/**/*.tsx',
  generates: {
    'src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        scalars: {
          BigInt: 'number',
          DateTime: 'string',
          Duration: 'string',
          JSON: 'unknown',
          JSONObject: 'Record<string, unknown>',
          UUID: 'string',
        },
        strictScalars: true,
      },
    },
  },
};
export default config;
