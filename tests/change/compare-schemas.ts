/**
 * Compares two JSON schemas that zod made of what a call takes or answers: which differences a client of the older one notices.
 * Clients ignore fields and values that they do not know (docs/releases.md), so those are no differences.
 */
export type Schema = { [key: string]: unknown }

/** `request`: the newer code reads what older clients send. `answer`: older clients read what the newer code sends. */
export type Use = 'request' | 'answer'

/** @returns one text for each difference, with the path of the field: `items[].price was removed` */
export function compareSchemas(older: Schema, newer: Schema, use: Use): string[] {
  return compare(merged(older), merged(newer), use, '')
}

function compare(older: Schema, newer: Schema, use: Use, path: string): string[] {
  if (JSON.stringify(older) === JSON.stringify(newer)) return []
  // one of them takes anything
  const [given, known] = use === 'request' ? [older, newer] : [newer, older]
  if (Object.keys(known).every((key) => notes.includes(key))) return []
  const [fromVariants, toVariants] = [variantsOf(given), variantsOf(known)]
  if (fromVariants.length > 1 || toVariants.length > 1)
    return compareVariants(fromVariants, toVariants, use, path)
  const name = path || 'the whole'
  if (!fits(given, known)) return [`${name} was ${typeOf(older)} and is ${typeOf(newer)}`]
  return [
    ...(use === 'request' ? compareLimits(older, newer, name) : []),
    ...compareObjects(older, newer, use, path),
    ...compareItems(older, newer, use, path),
  ]
}

/** Do not restrict what is accepted. */
const notes = ['description', 'default', 'title', 'readOnly', 'examples', '$schema']

/** Each variant that is sent has to be understood as one that is known. */
function compareVariants(
  given: readonly Schema[],
  known: readonly Schema[],
  use: Use,
  path: string,
): string[] {
  return given.flatMap((one) => {
    const differences = known
      .filter((other) => fits(one, other))
      .map((other) => (use === 'request' ? compare(one, other, use, path) : compare(other, one, use, path)))
      .sort((a, b) => a.length - b.length)
    const best = differences[0]
    if (best) return best
    if (use === 'request') return [`${path || 'the whole'} can no longer be ${typeOf(one)}`]
    // another kind of object is a value that clients do not know yet
    const isNewKind = typeOf(one) === 'object' && known.some((other) => typeOf(other) === 'object')
    return isNewKind ? [] : [`${path || 'the whole'} can now be ${typeOf(one)}`]
  })
}

/** Whether a value of one schema can be one of another, as far as types and the fields that tell kinds apart say. */
function fits(given: Schema, known: Schema): boolean {
  const [from, to] = [typeOf(given), typeOf(known)]
  if (from !== to && !(from === 'integer' && to === 'number')) return false
  const [fields, others] = [propertiesOf(given), propertiesOf(known)]
  return Object.keys(fields).every((key) => {
    const [value, other] = [fields[key]?.const, others[key]?.const]
    return value === undefined || other === undefined || value === other
  })
}

const lowerBounds = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const upperBounds = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']

/** What was accepted, and is not any more. */
function compareLimits(older: Schema, newer: Schema, name: string): string[] {
  const found: string[] = []
  const [before, now] = [valuesOf(older), valuesOf(newer)]
  if (now) {
    const gone = before?.filter((value) => !now.includes(value))
    if (!before) found.push(`${name} must be one of ${now.join(', ')} now`)
    else if (gone && gone.length > 0) found.push(`${name} can no longer be ${gone.join(', ')}`)
  }
  for (const key of lowerBounds)
    if (isNumber(newer[key]) && !(isNumber(older[key]) && older[key] >= newer[key]))
      found.push(`${name}: ${key} is ${newer[key]}, was ${older[key] ?? 'not set'}`)
  for (const key of upperBounds)
    if (isNumber(newer[key]) && !(isNumber(older[key]) && older[key] <= newer[key]))
      found.push(`${name}: ${key} is ${newer[key]}, was ${older[key] ?? 'not set'}`)
  // zod writes a pattern beside each format
  const rule = ['format', 'pattern'].find((key) => newer[key] !== undefined && newer[key] !== older[key])
  if (rule) found.push(`${name}: ${rule} is ${newer[rule]}, was ${older[rule] ?? 'not set'}`)
  return found
}

function compareObjects(older: Schema, newer: Schema, use: Use, path: string): string[] {
  const [before, now] = [propertiesOf(older), propertiesOf(newer)]
  const [requiredBefore, requiredNow] = [requiredOf(older), requiredOf(newer)]
  const at = (key: string) => (path ? `${path}.${key}` : key)
  const found: string[] = []
  for (const [key, schema] of Object.entries(before)) {
    const successor = now[key]
    if (successor) found.push(...compare(schema, successor, use, at(key)))
    else if (!isSchema(newer.additionalProperties)) found.push(`${at(key)} was removed`)
    if (use === 'answer' && successor && requiredBefore.includes(key) && !requiredNow.includes(key))
      found.push(`${at(key)} can be missing now`)
  }
  if (use === 'request') {
    for (const key of requiredNow) if (!requiredBefore.includes(key)) found.push(`${at(key)} is required now`)
  }
  if (isSchema(older.additionalProperties) && isSchema(newer.additionalProperties))
    found.push(...compare(older.additionalProperties, newer.additionalProperties, use, `${path}{}`))
  return found
}

function compareItems(older: Schema, newer: Schema, use: Use, path: string): string[] {
  if (!isSchema(older.items) || !isSchema(newer.items)) return []
  return compare(older.items, newer.items, use, `${path}[]`)
}

/** `allOf` becomes the one object that it describes. */
function merged(schema: Schema): Schema {
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, mergedValue(value)]),
  ) as Schema
  if (!Array.isArray(copy.allOf)) return copy
  const { allOf, ...rest } = copy
  const parts = [rest, ...(allOf as Schema[])]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(propertiesOf)),
    required: parts.flatMap(requiredOf),
  }
}

function mergedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mergedValue)
  return isSchema(value) ? merged(value) : value
}

function variantsOf(schema: Schema): readonly Schema[] {
  const { type } = schema
  if (Array.isArray(type)) return type.map((one) => ({ ...schema, type: one }))
  const variants = schema.anyOf ?? schema.oneOf
  return Array.isArray(variants) ? (variants as Schema[]).flatMap(variantsOf) : [schema]
}

function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum
  return schema.const === undefined ? undefined : [schema.const]
}

/** The words of JSON schema; `anything` for a schema that does not say. */
function typeOf(schema: Schema): string {
  if (typeof schema.type === 'string') return schema.type
  const [value] = valuesOf(schema) ?? []
  if (value !== undefined) return value === null ? 'null' : typeof value
  return 'anything'
}

function propertiesOf({ properties }: Schema): Record<string, Schema> {
  return (properties ?? {}) as Record<string, Schema>
}

function requiredOf({ required }: Schema): readonly string[] {
  return (required ?? []) as readonly string[]
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
