/** A process that delivers webhooks as the service does, until it is killed: a database's address, as its argument. */
import { keepDelivering } from "../../api/delivering.ts";
import { connect } from "../../domain/db/connect.ts";

keepDelivering(connect(Deno.args[0]), { inHouse: true, firstPauseMs: 5 });
console.log("ready");
