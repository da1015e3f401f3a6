import { possibleTypes } from '@reinstate/client';

/** For queries of records: a mutation that returns a record of any kind makes urql read them again. */
export const ofRecords = { additionalTypenames: possibleTypes.Record };
