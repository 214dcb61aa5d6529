/** CSV as in RFC 4180, in UTF-8 with a byte order mark, by which Excel recognises the encoding. */
export function csvFile(lines: readonly (readonly (string | number)[])[]): string {
  return `\u{feff}${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/**
 * A text that a spreadsheet would execute as a formula, such as `=HYPERLINK(…)`, gets a leading apostrophe (OWASP, "CSV Injection").
 * Numbers stay numbers.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^\s*[=+\-@]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
