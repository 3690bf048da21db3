import { testApp, testOptions } from "../support/app.ts";
import { assertEquals, inTime } from "../support/assert.ts";
import { freshDatabase } from "../support/db.ts";
import { anEmptyStorage, filesUnder } from "../uploads/storage.ts";

/** A body whose next byte is always still to come. */
function dripping(first: string) {
  let timer: ReturnType<typeof setInterval>;
  return new ReadableStream({
    start(controller) {
      const encoder = new TextEncoder();
      controller.enqueue(encoder.encode(first));
      timer = setInterval(() => controller.enqueue(encoder.encode(" ")), 20);
    },
    cancel: () => clearInterval(timer),
  });
}

Deno.test("a body that drips is given up", async (t) => {
  await using db = await freshDatabase();
  await using storage = await anEmptyStorage();
  const { app, as } = testApp(db.database, {
    ...testOptions,
    uploads: storage.uploads,
    bodyGraceMs: 200,
  });
  const owner = await as("owner");
  const send = async (path: string, type: string, first: string) => {
    const headers = {
      authorization: `Bearer ${owner.token}`,
      "content-type": type,
      "content-length": "100",
    };
    const began = performance.now();
    const answer = await app.request(`http://localhost/api/v1${path}`, {
      method: "POST",
      headers,
      body: dripping(first),
    });
    inTime(performance.now() - began, 5000, "the refusal");
    assertEquals(answer.headers.get("connection"), "close");
    return [answer.status, (await answer.json()).code];
  };

  await t.step("as JSON", async () => {
    const body = '{"title":"Slow"';
    assertEquals(await send("/tasks", "application/json", body), [408, "body_too_slow"]);
    assertEquals((await owner.get("/tasks")).body.data, []);
  });
  await t.step("as a form, of which nothing stays", async () => {
    const part =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4';
    const type = "multipart/form-data; boundary=x";
    assertEquals(await send("/uploads", type, part), [408, "body_too_slow"]);
    assertEquals(await filesUnder(storage.folder), []);
  });
  await t.step("before anybody is signed in", async () => {
    const answer = await app.request("http://localhost/api/v1/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "100" },
      body: dripping("{"),
    });
    assertEquals(answer.status, 408);
    await answer.body?.cancel();
  });
});
