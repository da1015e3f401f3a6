// graphql-codegen over a set of operations: they are valid, and TypeScript agrees with what
// codegen/operations.ts says of their types.

import { execFileSync } from 'node:child_process';
import { generate } from '@graphql-codegen/cli';

await generate({
  schema: '../../schema.graphql',
  documents: 'codegen/operations.ts',
  generates: {
    'codegen/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        scalars: {
          BigInt: 'number',
          DateTime: 'string',
          Duration: 'string',
          JSONObject: 'Record<string, unknown>',
          UUID: 'string',
        },
        strictScalars: true,
        nonOptionalTypename: true,
      },
    },
  },
  silent: true,
});
execFileSync('node_modules/.bin/tsc', ['--project', 'codegen'], { stdio: 'inherit' });
console.log('graphql-codegen works');
