/** The segments of a message, as the server numbers them. */
export function linesOf(message: string): string[] {
  return message.split(/\r\n|\r|\n/)
}

/** Where a line stands in a text whose lines end with LF. @param line from 1 @returns start and end */
export function placeOfLine(text: string, line: number): [from: number, to: number] {
  const lines = linesOf(text)
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return [from, from + (lines[line - 1]?.length ?? 0)]
}
