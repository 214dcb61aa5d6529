import { stripVTControlCharacters } from 'node:util'
import { formatNumber } from '@jaanch/operations/format'
import { paint } from './terminal.ts'

/** One line for each row below a faint line with the names of the columns, which are the keys. Numbers are aligned to the right. */
export function formatTable(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const lines = [heads, ...rows.map((row) => heads.map((head) => textOf(row[head] ?? '')))]
  const columns = heads.map((head, index) => ({
    width: Math.max(...lines.map((texts) => widthOf(texts[index] ?? ''))),
    isNumeric: rows.some((row) => typeof row[head] === 'number'),
  }))
  const [first = '', ...others] = lines.map((texts) =>
    columns
      .map(({ width, isNumeric }, index) => {
        const text = texts[index] ?? ''
        const space = ' '.repeat(width - widthOf(text))
        return isNumeric ? space + text : text + space
      })
      .join('  ')
      .trimEnd(),
  )
  return [paint.faint(first), ...others].join('\n')
}

function textOf(value: string | number): string {
  return typeof value === 'number' ? formatNumber(value) : value
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}
