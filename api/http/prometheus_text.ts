/** Prometheus's text format, version 0.0.4. */

export type Labels = Record<string, string | number>;

/** A metric with its lines. */
export function family(
  name: string,
  type: string,
  help: string,
  values: [Labels, number][],
): string {
  return heading(name, type, help) +
    values.map(([labels, value]) => line(name, labels, value)).join("");
}

export function heading(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

export function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) =>
    `${label}="${escaped(String(text))}"`
  );
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}
