/** Run by permissions_test.ts with a task's permissions: prints which of these things it may do. */
const [folder, program, state] = Deno.args;
const deeds: Record<string, () => unknown> = {
  "run a shell": () => new Deno.Command("/bin/sh", { args: ["-c", "true"] }).outputSync(),
  "run itself": () => new Deno.Command(Deno.execPath(), { args: ["--version"] }).outputSync(),
  "run PostgreSQL": () => new Deno.Command(program, { args: ["--version"] }).outputSync(),
  "write its data": () => Deno.writeTextFileSync(`${folder}/probe`, ""),
  "write its state": () => Deno.mkdirSync(`${state}/data`),
  "write the programs": () => Deno.mkdirSync(`${state}/programs/postgresql`),
  "put other programs there": () => Deno.renameSync(`${state}/programs`, `${state}/were`),
  "write its own code": () => Deno.writeTextFileSync("api/probe.ts", ""),
  "write elsewhere": () => Deno.writeTextFileSync(`/var/tmp/probe-${Deno.pid}`, ""),
  "read elsewhere": () => [...Deno.readDirSync("/home")],
  "look into processes": () => Deno.readTextFileSync("/proc/self/environ"),
  "load a library": () => Deno.dlopen("libc.so.6", {}),
  "ask the cloud's metadata": () => need({ name: "net", host: "169.254.169.254" }),
  "see a variable of others": () => must(Deno.env.get("AWS_SECRET_ACCESS_KEY")),
  "see its own variables": () => must(Deno.env.get("DATA_DIR")),
};

function need(permission: Deno.PermissionDescriptor): void {
  if (Deno.permissions.querySync(permission).state !== "granted") throw new Error("refused");
}

function must(value: unknown): void {
  if (value === undefined) throw new Error("refused");
}

for (const [name, deed] of Object.entries(deeds)) {
  try {
    deed();
    console.log(name);
  } catch (error) {
    const refused = error instanceof Deno.errors.NotCapable ||
      (error as Error).message === "refused";
    if (!refused) console.log(`${name}: ${error}`);
  }
}
