// For generate-persisted-query-manifest.

export default {
  documents: ['manifests/operations.mjs'],
  output: 'manifests/generated/apollo.json',
};
