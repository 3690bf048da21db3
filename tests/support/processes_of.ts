/**
 * Prints number and command line of each process that names a folder in its command line or environment,
 * which children inherit. A program of its own: Deno reads below /proc only with every permission. The
 * folder comes on standard input, so that who looks for it does not find himself.
 */
const folder = (await new Response(Deno.stdin.readable).text()).trim();

async function read(path: string): Promise<string> {
  return (await Deno.readTextFile(path).catch(() => "")).replaceAll("\0", " ").trim();
}

for await (const { name } of Deno.readDir("/proc")) {
  if (!/^\d+$/.test(name)) continue;
  const [command, environment] = await Promise.all(
    ["cmdline", "environ"].map((file) => read(`/proc/${name}/${file}`)),
  );
  if (`${command} ${environment}`.includes(`${folder}/`)) console.log(`${name} ${command}`);
}
