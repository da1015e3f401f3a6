export default {
  reinstate: {
    input: '../../openapi.json',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      override: { mutator: { path: 'request.ts', name: 'request' } },
    },
  },
};
