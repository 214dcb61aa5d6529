import { stripVTControlCharacters } from 'node:util'
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

export function formatNumber(value: number): string {
  return value.toLocaleString('en-IN')
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}

function pad(text: string, width: number, align: 'right' | undefined): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? space + text : text + space
}

const istParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})

/** An instant in Asia/Kolkata: `21 Nov 2026 04:20:11.123` */
export function istTime(at: Date): string {
  const found = Object.fromEntries(istParts.formatToParts(at).map(({ type, value }) => [type, value]))
  const { day, month, year, hour, minute, second, fractionalSecond } = found
  return `${day} ${month?.slice(0, 3)} ${year} ${hour}:${minute}:${second}.${fractionalSecond}`
}

/** A duration in its two largest units: `2 d 3 h`, `41 s`. @param ms */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = Math.floor(ms / 1_000)
  const units: [string, number][] = [
    ['d', Math.floor(seconds / 86_400)],
    ['h', Math.floor(seconds / 3_600) % 24],
    ['min', Math.floor(seconds / 60) % 60],
    ['s', seconds % 60],
  ]
  const first = units.findIndex(([, n]) => n > 0)
  return units
    .slice(first, first + 2)
    .filter(([, n]) => n > 0)
    .map(([unit, n]) => `${n} ${unit}`)
    .join(' ')
}

/** @param bytes */
export function formatSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const value = bytes / 1_024 ** power
  return `${value.toFixed(value < 10 && power > 0 ? 1 : 0)} ${units[power]}`
}

/** The role or the consumer of an event's actor. Ids of persons are not shown. */
export function formatActor(actor: string): string {
  const [role = '', name = ''] = actor.split(':')
  return role === 'system' ? name : role
}
