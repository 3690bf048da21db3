import { callFile, digits, Sheet, useEffect, useSignal } from "../../kit/mod.ts";
import { w } from "./approval.ts";

/** The pictures of a record, small; a tap shows one large. */
export function Evidence({ ids }: { ids: readonly number[] }) {
  const open = useSignal<number | undefined>(undefined);
  if (ids.length === 0) return <p class="muted">{w("no_photos")}</p>;
  const name = (id: number) => w("photo", { n: digits(String(ids.indexOf(id) + 1)) });
  return (
    <div class="evidence">
      {ids.map((id) => (
        <button key={id} type="button" onClick={() => open.value = id}>
          <Picture path={`/uploads/${id}/thumbnail`} alt={name(id)} />
        </button>
      ))}
      {open.value !== undefined && (
        <Sheet
          title={name(open.value)}
          onClose={() => open.value = undefined}
        >
          <Picture path={`/uploads/${open.value}`} alt={name(open.value)} />
        </Sheet>
      )}
    </div>
  );
}

function Picture({ path, alt }: { path: string; alt: string }) {
  const address = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let made: string | undefined;
    callFile(path).then(
      (blob) => address.value = made = URL.createObjectURL(blob),
      () => undefined,
    );
    return () => made && URL.revokeObjectURL(made);
  }, [path]);
  return <img src={address.value} alt={alt} />;
}
