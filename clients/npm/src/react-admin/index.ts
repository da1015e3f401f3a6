// A data provider of react-admin for every kind of the server, with its trash and its changes as they happen.

import type { DataProvider } from 'ra-core';
import type { Options as SocketOptions } from '../socket.ts';
import { lists } from './lists.ts';
import { type Live, liveMethods } from './live.ts';
import { recordMethods } from './records.ts';
import { type RequestOptions, requests } from './request.ts';
import { INTROSPECTION, type Introspection, Schema } from './schema.ts';
import { type SoftDelete, TRASH, trashMethods } from './trash.ts';

export type { Live, LiveEvent } from './live.ts';
export { HttpError } from './request.ts';
export type { Introspection } from './schema.ts';
export type { DeletedRecord, SoftDelete } from './trash.ts';

export interface Options extends RequestOptions {
  /** Whether lists are counted, which takes longer the longer they are; true by default. */
  totals?: boolean;
  /** Of a server that hides its schema: `introspectionFromSchema` of graphql. */
  schema?: Introspection;
  /** Options of the WebSocket, such as `renew`. */
  socket?: Partial<SocketOptions>;
}

export type ReinstateDataProvider = DataProvider & SoftDelete & Live;

/** Creates the data provider. It asks the server for its schema when it is used first. */
export function reinstateDataProvider(options: Options): ReinstateDataProvider {
  const ask = requests(options);
  let known: Promise<Schema> | undefined;
  const read = async () => new Schema(options.schema ?? (await ask<Introspection>(INTROSPECTION)));
  const schema = () => (known ??= read().catch((error: unknown) => {
    known = undefined;
    throw error;
  }));
  const server = { ask, schema, readPage: lists(ask, options.totals ?? true) };
  const records = recordMethods(server);
  const trash = trashMethods(server);
  return {
    ...records,
    ...trash,
    ...liveMethods(schema, options, options.socket),
    // The trash is a resource too, for the components of react-admin itself: what is deleted there is purged.
    getList: (name, params) => (name === TRASH ? trash.getListDeleted(params) : records.getList(name, params)) as never,
    getOne: (name, params) => (name === TRASH ? trash.getOneDeleted(params) : records.getOne(name, params)) as never,
    async delete(name, params) {
      if (name !== TRASH) return records.delete(name, params);
      await trash.hardDelete(params);
      return { data: (params.previousData ?? { id: params.id }) as never };
    },
    deleteMany: (name, params) => (name === TRASH ? trash.hardDeleteMany(params) : records.deleteMany(name, params)),
  };
}
