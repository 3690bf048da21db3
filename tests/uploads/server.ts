import { createApp } from "../../api/app.ts";
import { setLogLevel } from "../../api/http/log.ts";
import { readConfig } from "../../domain/config/config.ts";
import { connect } from "../../domain/db/connect.ts";
import { tokenKeys } from "../../domain/access/token_keys.ts";
import { openUploads } from "../../domain/uploads/open_uploads.ts";

/** The API over the database and folder of its environment, in a process whose memory can be measured. */
const config = readConfig();
setLogLevel("error");
const app = createApp(connect(config.DATABASE_URL!), {
  keys: tokenKeys([config.JWT_SECRET!]),
  uploads: await openUploads(config),
});
Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(port),
}, (request, info) => app.fetch(request, { remoteAddr: info.remoteAddr }));
