import {
  Button,
  callFile,
  dhakaDate,
  prefs,
  Sheet,
  toast,
  useEffect,
  useSignal,
} from "../kit/mod.ts";
import { whyNot } from "./refusals.tsx";
import { rt } from "./words.ts";

/**
 * A document that the server writes, such as an invoice as PDF or a list as a spreadsheet: to look at, to
 * hand on by the phone's own sharing, to keep. It is fetched first, because sharing has to follow a tap at
 * once.
 */
export function Paperwork(
  { path, name, label, quiet }: {
    /** of the API; the language of the phone goes along */
    path: string;
    /** of the file, with its ending */
    name: string;
    label: string;
    quiet?: boolean;
  },
) {
  const file = useSignal<File | undefined>(undefined);
  const bring = async () => {
    const lang = `${path.includes("?") ? "&" : "?"}lang=${prefs.value.lang}`;
    try {
      const blob = await callFile(name.endsWith(".pdf") ? path + lang : path);
      file.value = new File([blob], name, { type: blob.type });
    } catch (error) {
      toast(whyNot(error));
    }
  };
  return (
    <>
      <Button wide icon="paper" look={quiet ? "quiet" : undefined} onClick={bring}>{label}</Button>
      {file.value && (
        <Handed
          file={file.value}
          title={label}
          onClose={() => file.value = undefined}
        />
      )}
    </>
  );
}

/** The section of a detail that hands over the record's own document, named by its number. */
export const documentOf = <R extends { id?: number; reference_no: string }>(
  path: string,
  label: () => string,
  when: (record: R) => boolean = () => true,
) => ({
  bare: true,
  when: (record: R) => record.id !== undefined && when(record),
  show: ({ id, reference_no }: R) => (
    <Paperwork path={`${path}/${id}/pdf`} name={`${reference_no}.pdf`} label={label()} />
  ),
});

/** The whole of a list as a spreadsheet, not the page of it that is shown. */
export function AsTable(
  { path, query, name, label }: {
    path: string;
    query?: URLSearchParams;
    name: string;
    /** where it is more than a list's own */
    label?: string;
  },
) {
  const all = new URLSearchParams(query);
  all.delete("limit");
  all.set("format", "xlsx");
  all.set("headed", "true");
  return (
    <Paperwork
      quiet={!label}
      path={`${path}?${all}`}
      name={`${name}-${dhakaDate()}.xlsx`}
      label={label ?? rt("as_table")}
    />
  );
}

function Handed({ file, title, onClose }: { file: File; title: string; onClose: () => void }) {
  const address = useSignal("");
  useEffect(() => {
    const made = address.value = URL.createObjectURL(file);
    // what was opened in another tab still reads it
    return () => void setTimeout(() => URL.revokeObjectURL(made), 60_000);
  }, []);
  const shares = navigator.canShare?.({ files: [file] });
  const isPdf = file.type === "application/pdf";
  return (
    <Sheet title={title} onClose={onClose}>
      {shares && (
        <Button
          wide
          look="main"
          icon="share"
          onClick={() =>
            navigator.share({ files: [file], title: file.name }).catch(() => undefined)}
        >
          {rt("share_file")}
        </Button>
      )}
      {isPdf && (
        <a class="button plain wide" href={address.value} target="_blank" rel="noopener">
          <span>{rt("look_at")}</span>
        </a>
      )}
      <a class="button plain wide" href={address.value} download={file.name}>
        <span>{rt("keep_file")}</span>
      </a>
    </Sheet>
  );
}
