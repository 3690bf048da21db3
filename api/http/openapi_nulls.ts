type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
};
interface Described {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
  components: { schemas: Record<string, Schema> };
}

/**
 * Says of every field that a request need not send what is so (docs/wire.md, "Dirty input"): it may be null
 * too, and so what was read can be sent back. The document is changed where it stands.
 */
export function takeNulls({ paths, components: { schemas } }: Described): void {
  const done = new Set<Schema>();
  for (const item of Object.values(paths)) {
    for (const { requestBody } of Object.values(item)) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) within(schema);
    }
  }

  function within(schema: Schema): void {
    const found = schema.$ref ? schemas[schema.$ref.split("/").at(-1)!] : schema;
    if (done.has(found)) return;
    done.add(found);
    const { properties = {}, required = [] } = found;
    for (const [name, property] of Object.entries(properties)) {
      within(property);
      if (!required.includes(name)) properties[name] = orNull(property);
    }
    for (const part of [found.items, found.anyOf, found.oneOf, found.allOf].flat()) {
      if (part) within(part as Schema);
    }
  }
}

function orNull({ default: unsent, ...schema }: Schema): Schema {
  const types = [schema.type ?? []].flat();
  const cleared = types.includes("null") ||
    (schema.anyOf as Schema[] | undefined)?.some(({ type }) => type === "null");
  const description = [
    schema.description,
    // generators take a field with a default for one that must be sent
    unsent !== undefined && `Left out: ${JSON.stringify(unsent)}.`,
    !cleared && "Null: as if it was not sent.",
  ].filter(Boolean).join(" ");
  if (cleared) return { ...schema, description };
  if (types.length === 0) return { anyOf: [schema, { type: "null" }], description };
  return {
    ...schema,
    description,
    type: [...types, "null"],
    ...schema.enum && { enum: [...schema.enum, null] },
  };
}
