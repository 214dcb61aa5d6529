import type { FieldChange } from './api.ts'
import type { ReadRow, ReadRows } from './fold-stream.ts'

/**
 * The fields that differ between two sets of rows, in the order of the rows. A field of a document has a path, such as
 * `data.timeline[1].at`. A side that does not have the field has no value: `null` is a value.
 */
export function changesBetween(before: ReadRows, after: ReadRows): FieldChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [old, next] = [before.get(id), after.get(id)]
    const { table, key } = (next ?? old) as ReadRow
    const [oldFields, newFields] = [fieldsOf(old), fieldsOf(next)]
    const paths = new Set([...newFields.keys(), ...oldFields.keys()])
    return [...paths]
      .filter((path) => oldFields.get(path) !== newFields.get(path))
      .map((path) => ({
        table,
        key,
        path,
        ...(oldFields.has(path) && { before: parse(oldFields.get(path)) }),
        ...(newFields.has(path) && { after: parse(newFields.get(path)) }),
      }))
  })
}

function parse(json: string | undefined): FieldChange['before'] {
  return JSON.parse(json as string)
}

/** @returns the values as JSON, by path */
function fieldsOf(row: ReadRow | undefined): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(row?.columns ?? {})) addFields(fields, name, value)
  return fields
}

function addFields(fields: Map<string, string>, path: string, value: unknown): void {
  const entries =
    Array.isArray(value) && value.length > 0
      ? value.map((item, index) => [`${path}[${index}]`, item] as const)
      : Object.entries(isObject(value) ? value : {}).map(([name, item]) => [`${path}.${name}`, item] as const)
  if (entries.length === 0) fields.set(path, JSON.stringify(value ?? null))
  else for (const [inner, item] of entries) addFields(fields, inner, item)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
