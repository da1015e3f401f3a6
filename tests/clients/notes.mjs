// Another service, which has notes on records of reinstate.

import { graphql, print } from 'graphql';
import { post } from './server.mjs';

const NOTES = { en: 'The first one.', 'pt-BR': 'Two of them.' };

/** The notes of a locale, by its code. */
export const noteOf = (code) => NOTES[code] ?? null;

/** Runs the operations of a gateway in this process. */
export const executorOf = (schema) => async ({ document, variables }) => {
  return graphql({ schema, source: print(document), variableValues: variables });
};

/** Sends the operations of a gateway to a server. */
export const executorTo = (server) => async ({ document, variables }) => {
  return post({ query: print(document), variables }, server);
};
