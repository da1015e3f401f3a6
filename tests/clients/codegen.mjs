// Runs graphql-codegen on a set of operations, and checks that TypeScript infers the types that
// codegen/operations.ts expects.

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
          JSON: 'unknown',
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
