import { z } from 'zod'

/** The header helps people to find a mistake: this many names are enough */
const mostNames = 20
/** Length of the header, characters: proxies accept a few kilobytes for all headers together */
const longestHeader = 1_000

/**
 * Names what a schema drops without a word: the unknown fields of the objects in a value that it has accepted.
 * @returns paths such as `specimens` and `items[0].note`, at most 20, in the order of the value; empty if nothing is ignored
 */
export function ignoredFields(schema: z.ZodType, value: unknown): string[] {
  return unknownIn(schema, value, '').slice(0, mostNames)
}

/**
 * @returns the value of the header, of at most 1,000 characters: the names in quotation marks, separated by commas; other characters than
 * those of ASCII are percent-encoded. A name that is too long is left out with all after it; the first one is cut.
 */
export function ignoredFieldsHeader(names: readonly string[]): string {
  let header = ''
  for (const name of names) {
    const quoted = `"${encodeURI(name.toWellFormed()).slice(0, longestHeader - 2)}"`
    if (header !== '' && header.length + 2 + quoted.length > longestHeader) break
    header += header === '' ? quoted : `, ${quoted}`
  }
  return header
}

function unknownIn(schema: z.core.$ZodType, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (schema instanceof z.ZodObject) return unknownOfObject(schema, value, path)
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return []
    return value.flatMap((element, index) => unknownIn(schema.element, element, `${path}[${index}]`))
  }
  if (schema instanceof z.ZodRecord) {
    return Object.entries(value).flatMap(([key, each]) =>
      unknownIn(schema.valueType, each, within(path, key)),
    )
  }
  if (schema instanceof z.ZodUnion) {
    const accepting = schema.options.filter((option) => z.safeParse(option, value).success)
    const [fewest = []] = accepting
      .map((option) => unknownIn(option, value, path))
      .sort((a, b) => a.length - b.length)
    return fewest
  }
  // z.preprocess puts the transformation first, .transform puts it last
  if (schema instanceof z.ZodPipe) {
    return unknownIn(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value, path)
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  ) {
    return unknownIn(schema.unwrap(), value, path)
  }
  return []
}

function unknownOfObject(schema: z.ZodObject, value: object, path: string): string[] {
  const { shape } = schema
  const isLoose = schema.def.catchall !== undefined
  return Object.entries(value).flatMap(([key, each]) => {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (field) return unknownIn(field, each, within(path, key))
    return isLoose ? [] : [within(path, key)]
  })
}

function within(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
