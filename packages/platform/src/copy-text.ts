/** Lines of the text format of COPY: fields between tabs, `\N` for null, and special characters escaped by a backslash. */

/** @param values Dates become ISO instants, other objects JSON @returns a line with its end */
export function encodeCopyLine(values: readonly unknown[]): string {
  return `${values.map(encodeField).join('\t')}\n`
}

function encodeField(value: unknown): string {
  if (value === null || value === undefined) return nullField
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return special.test(text)
    ? text.replaceAll(allSpecial, (character) => escapes[character] ?? character)
    : text
}

/** @param line without its end @returns the text of each field */
export function decodeCopyLine(line: string): (string | null)[] {
  return line.split('\t').map((field) => {
    if (field === nullField) return null
    return field.includes('\\')
      ? field.replaceAll(/\\(.)/g, (_, character: string) => unescapes[character] ?? character)
      : field
  })
}

const nullField = '\\N'
const special = /[\\\t\n\r]/
const allSpecial = /[\\\t\n\r]/g
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
/** What Postgres writes; a backslash stands for itself */
const unescapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
