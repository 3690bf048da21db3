import type { Upload } from "../core/answers.ts";
import {
  callFile,
  enqueueAll,
  KeptPhoto,
  type NewWrite,
  PhotoButton,
  queue,
  t,
  toast,
  useEffect,
  useRead,
  useSignal,
} from "../kit/mod.ts";
import { whyNot } from "./refusals.tsx";
import { takeBack } from "./take_back.ts";
import { rt } from "./words.ts";
import { Unsent } from "./unsent.tsx";

/** Each photo as a file of a record; `~KEY` for one that is yet to be made. */
export function filesOf(
  type: string,
  id: number | string,
  photos: string[],
  title: string,
  kind = "photo",
  undo = false,
): NewWrite[] {
  return photos.map((photo) => ({
    method: "POST",
    path: "/uploads",
    body: { related_type: type, related_id: id, kind },
    photos: [photo],
    title: `${title} · ${t("photo")}`,
    undo,
  }));
}

/** Photos and papers of a record: what the server has, what waits, and one more. */
export function Files({ type, id, title }: { type: string; id: number | string; title: string }) {
  const read = useRead<Upload[]>(`/uploads?related_type=${type}&related_id=${id}&limit=50`);
  const waiting = queue.value.filter(({ path, body }) =>
    path === "/uploads" && body.related_type === type && body.related_id === id
  );
  return (
    <div class="photos">
      {read.value.data?.map((file) => <File key={file.id} file={file} />)}
      {waiting.map((write) => (
        <KeptPhoto
          key={write.key}
          id={write.photos[0]}
          onRemove={() => void takeBack(write.key)}
        >
          <Unsent writes={[write]} />
        </KeptPhoto>
      ))}
      <PhotoButton
        onPhoto={(photo) => void enqueueAll(filesOf(type, id, [photo], title, "photo", true))}
      />
    </div>
  );
}

/** The section of a detail that has its photos, or other files. */
export const photosOf = (type: string, title = () => rt("photos")) => ({
  title,
  when: ({ id }: { id?: number }) => id !== undefined,
  show: ({ id, reference_no }: { id: number; reference_no: string }) => (
    <Files type={type} id={id} title={reference_no} />
  ),
});

function File({ file }: { file: Upload }) {
  const address = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (!file.thumbnail_url) return;
    let made: string | undefined;
    callFile(`/uploads/${file.id}/thumbnail`).then(
      (blob) => address.value = made = URL.createObjectURL(blob),
      () => undefined,
    );
    return () => made && URL.revokeObjectURL(made);
  }, [file.id]);
  const open = () =>
    callFile(`/uploads/${file.id}`).then(
      (blob) => void globalThis.open(URL.createObjectURL(blob), "_blank"),
      (error) => toast(whyNot(error)),
    );
  return (
    <button
      type="button"
      class="photo"
      aria-label={rt("open_file", { name: file.file_name })}
      onClick={() => void open()}
    >
      {address.value
        ? <img src={address.value} alt="" width="96" height="96" />
        : <span class="add-photo">{file.file_name}</span>}
    </button>
  );
}
