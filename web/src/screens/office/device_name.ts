const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;
const browsers = [
  [/Edg/, "Edge"],
  [/OPR/, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
] as const;

/** What a device is called: by its own name, else by its browser and system; undefined where it says neither. */
export function deviceName(device: Readonly<Record<string, unknown>> | null): string | undefined {
  if (typeof device?.name === "string") return device.name;
  const agent = String(device?.browser ?? "");
  const found = [browsers, systems].flatMap((all) =>
    all.find(([how]) => how.test(agent))?.[1] ?? []
  );
  return found.join(", ") || undefined;
}
