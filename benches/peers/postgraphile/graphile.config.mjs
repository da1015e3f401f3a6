// PostGraphile as its documentation recommends it: the Amber preset, nothing explained or watched.
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { makePgService } from "postgraphile/adaptors/pg";

export default {
  extends: [PostGraphileAmberPreset],
  // It would offer no order by columns that only partial indexes have.
  disablePlugins: ["PgIndexBehaviorsPlugin"],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ["public", "peers"],
      // As many connections as the other servers have.
      poolConfig: { max: 12 },
    }),
  ],
  grafserv: { port: Number(process.env.PORT), host: "127.0.0.1", graphiql: false, watch: false },
  grafast: { explain: false },
};
