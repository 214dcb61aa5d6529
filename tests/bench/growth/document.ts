import { round } from '../statistics.ts'
import type { SizeMeasured } from './measure-size.ts'

/** @returns the text with the part between the markers of `name` replaced. @throws Error if it has no such markers */
export function replacePart(text: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The page has no markers of ${name}`)
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`
}

/** The growth table in Markdown: a line for each call, a column for each number of bookings. */
export function formatGrowth(sizes: readonly SizeMeasured[]): string {
  const heads = sizes.map(({ bookings }) => bookings.toLocaleString('en'))
  const times = (pick: (size: SizeMeasured) => { p50: number; p99: number } | undefined) =>
    sizes.map((size) => {
      const found = pick(size)
      return found ? `${round(found.p50)} / ${round(found.p99)}` : '–'
    })
  const calls = Object.keys(sizes[0]?.calls ?? {}).map((name) => [
    name,
    ...times(({ calls }) => calls[name]),
    ...sizes.map(({ buffers }) => buffers[name]?.toLocaleString('en') ?? '–'),
  ])
  const groups = Object.keys(sizes[0]?.bytes ?? {})
  const megabytes = (bytes: number) => (bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })
  return [
    table(
      ['p50 / p99 in ms, and buffers', ...heads, ...heads.map((head) => `buffers at ${head}`)],
      [
        ...calls,
        ['acknowledged → at a socket, 20 writes/s', ...times(({ push }) => push), ...heads.map(() => '')],
      ],
    ),
    table(
      ['seconds', ...heads],
      [
        ['start-up', ...sizes.map(({ startUp }) => String(round(startUp / 1_000)))],
        [
          'first start, which fills the read tables',
          ...sizes.map(({ filling }) => String(round(filling / 1_000))),
        ],
      ],
    ),
    table(
      ['MB on disk', ...heads, ...heads.map((head) => `bytes a booking at ${head}`)],
      groups.map((group) => [
        group,
        ...sizes.map(({ bytes }) => megabytes(bytes[group] ?? 0)),
        ...sizes.map(({ bytes, bookings }) =>
          Math.round((bytes[group] ?? 0) / bookings).toLocaleString('en'),
        ),
      ]),
    ),
  ].join('\n\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  )
}
