import { stripVTControlCharacters } from 'node:util'
import { formatNumber } from '@jaanch/operations/format'
import { paint } from './terminal.ts'

export type Column<Row> = { head: string; value: (row: Row) => string | number; align?: 'right' }

/** One line per row, columns aligned, below a faint header line. */
export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ value }) => asText(value(row))))
  const widths = columns.map(({ head }, index) =>
    Math.max(...[head, ...cells.map((line) => line[index] ?? '')].map(widthOf)),
  )
  const line = (texts: string[]) =>
    texts
      .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.align))
      .join('  ')
      .trimEnd()
  return [paint.faint(line(columns.map(({ head }) => head))), ...cells.map(line)].join('\n')
}

function asText(value: string | number): string {
  return typeof value === 'number' ? formatNumber(value) : value
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}

function pad(text: string, width: number, align: 'right' | undefined): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? space + text : text + space
}
