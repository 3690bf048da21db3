import { filesIn } from "../files/folder.ts";
import { storageAway, type UploadStore } from "./store.ts";

/** Files in one folder that only this service's user may open. */
export async function folderStore(folder: string): Promise<UploadStore> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string) => `${folder}/${name}`;
  return {
    async put(name, { path }) {
      try {
        const file = await Deno.open(path, { write: true });
        await file.syncData().finally(() => file.close()); // a committed row must not name an empty file
        await Deno.rename(path, pathOf(name));
      } catch (error) {
        throw storageAway(error);
      }
    },
    async open(name) {
      try {
        return (await Deno.open(pathOf(name))).readable;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw storageAway(error);
      }
    },
    async remove(name) {
      await Deno.remove(pathOf(name)).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw storageAway(error);
      });
    },
    async *list() {
      for await (const { name, writtenAt } of filesIn(folder)) yield { name, storedAt: writtenAt };
    },
  };
}
