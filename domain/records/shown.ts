import { z } from "zod";
import { may, type Permission, type Rights } from "../access/access.ts";
import { unwrap } from "./input.ts";

/**
 * What a reader may see of an answer that was made for another: fields that the schema shows with a
 * permission only are left out where he lacks it, however deep; of a union, where any of its shapes
 * says so. Other fields stay.
 */
export function shownOf(schema: z.ZodType, { role, only }: Rights, value: unknown): unknown {
  let ofRights = cuts.get(schema);
  if (!ofRights) cuts.set(schema, ofRights = new Map());
  const rights = only ? `${role} with ${only}` : role;
  if (!ofRights.has(rights)) ofRights.set(rights, cutFor([schema], { role, only }));
  const cut = ofRights.get(rights);
  return cut ? cut(value) : value;
}

/** What takes out of a value what somebody may not see; undefined where he may see all that there can be. */
type Cut = ((value: unknown) => unknown) | undefined;

/** Worked out once per schema and rights: most answers hide nothing and are sent as they are. */
const cuts = new WeakMap<z.ZodType, Map<string, Cut>>();

function cutFor(schemas: readonly z.ZodType[], reader: Rights): Cut {
  if (schemas.length === 1) {
    const only = unwrap(schemas[0]);
    if (only instanceof z.ZodDiscriminatedUnion) return cutByWord(only, reader);
  }
  const shapes = schemas.flatMap(shapesIn);
  const elements = shapes.flatMap((shape) =>
    shape instanceof z.ZodArray ? shape.element as z.ZodType : []
  );
  const ofElements = elements.length > 0 ? cutFor(elements, reader) : undefined;
  const ofFields = cutsOfFields(shapes.filter((shape) => shape instanceof z.ZodObject), reader);
  if (!ofElements && ofFields.size === 0) return undefined;
  return (value) => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return ofElements ? value.map(ofElements) : value;
    const shown: Record<string, unknown> = {};
    for (const [name, each] of Object.entries(value)) {
      const cut = ofFields.get(name);
      if (cut !== null) shown[name] = cut ? cut(each) : each;
    }
    return shown;
  };
}

/** Of what tells its shape by a word: that shape's own cut. */
function cutByWord(union: z.ZodDiscriminatedUnion, reader: Rights): Cut {
  const { discriminator, options } = union.def;
  const byWord = new Map((options as unknown as z.ZodObject[]).flatMap((option) => {
    const cut = cutFor([option], reader);
    return [...(option.shape[discriminator] as z.ZodLiteral).values].map((word) => [word, cut]);
  }));
  if (byWord.values().every((cut) => !cut)) return undefined;
  return (value) => {
    const word = (value as Record<string, z.core.util.Literal> | null)?.[discriminator];
    const cut = word === undefined ? undefined : byWord.get(word);
    return cut ? cut(value) : value;
  };
}

/** Of the fields that are left out, null, or in which something is. */
function cutsOfFields(objects: z.ZodObject[], reader: Rights) {
  const found = new Map<string, Cut | null>();
  for (const name of new Set(objects.flatMap(({ shape }) => Object.keys(shape)))) {
    const fields = objects.flatMap(({ shape }): z.ZodType[] => shape[name] ?? []);
    if (!fields.every((field) => mayRead(field, reader))) found.set(name, null);
    else {
      const cut = cutFor(fields, reader);
      if (cut) found.set(name, cut);
    }
  }
  return found;
}

/** What a schema may be: itself, or each shape of a union. */
function shapesIn(schema: z.ZodType): z.ZodType[] {
  const inner = unwrap(schema);
  return inner instanceof z.ZodUnion ? (inner.options as z.ZodType[]).flatMap(shapesIn) : [inner];
}

/** Who sees a field, by its schema; undefined: everybody. */
export function seenByOf(field: z.ZodType): Permission | undefined {
  return field.meta()?.["x-seen-by"] as Permission | undefined;
}

function mayRead(field: z.ZodType, reader: Rights): boolean {
  const seenBy = seenByOf(field);
  return seenBy === undefined || may(reader, seenBy);
}
