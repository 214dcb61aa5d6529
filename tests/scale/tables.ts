import type { Assumptions } from './assumptions.ts'
import { cellsOf } from './cells.ts'
import type { Costs } from './costs.ts'
import { type Size, sizeOf } from './model.ts'
import { rebuildSeconds } from './rebuild.ts'
import { limits } from './steps.ts'

const sizes = [1_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000, 10_000_000] as const

/** The pages with the tables that they show. */
export const pages: Readonly<Record<string, readonly string[]>> = {
  'deployment.md': ['sizes'],
  'scale.md': ['costs', 'limits', 'serial', 'cells'],
}

const needs: readonly [string, (size: Size) => string][] = [
  ['bookings a day', ({ bookings }) => number(bookings)],
  ['peak: bookings, reads a second', ({ rate, reads }) => `${short(rate)}, ${short(reads)}`],
  ['API, worker processes', ({ api, workers }) => `${number(api)}, ${number(workers)}`],
  [
    'busy cores: API, workers, Postgres',
    ({ busy }) => [busy.api, busy.workers, busy.postgres].map(short).join(', '),
  ],
  ['cores to have', ({ cores }) => number(cores)],
  [
    'memory: Postgres, services',
    ({ memory }) => `${gigabytes(memory.postgres)}, ${gigabytes(memory.services)}`,
  ],
  [
    'disk a year: tables, reports',
    ({ disk }) => `${gigabytes(disk.log + disk.tables)}, ${gigabytes(disk.files)}`,
  ],
  ['disk that does not grow', ({ disk }) => gigabytes(disk.temporary)],
  ['WAL a day', ({ walPerDay }) => gigabytes(walPerDay)],
  ['connections', (size) => number(size.connections)],
  ['sockets', (size) => number(size.sockets)],
  ['network of the API, peak', ({ network }) => `${short(network / 1e6)} Mbit/s`],
]

/** One size as lines of a terminal. */
export function describeSize(bookings: number, costs: Costs, assumed: Assumptions): string {
  const size = sizeOf(bookings, costs, assumed)
  return needs.map(([name, of]) => `${name.padEnd(38)}${of(size)}`).join('\n')
}

/** The tables of docs/deployment.md and docs/scale.md in Markdown, by the names of their markers. */
export function formatTables(costs: Costs, assumed: Assumptions): Record<string, string> {
  const all = sizes.map((bookings) => sizeOf(bookings, costs, assumed))
  return {
    sizes: table(needs, all),
    serial: table(
      [
        ['bookings a day', ({ bookings }) => number(bookings)],
        ['events a second, peak', ({ events }) => short(events)],
        ['the lock of the log is held', ({ append }) => percent(append)],
        ['the projector: of a core', ({ projector }) => percent(projector)],
        ['tail of each API process: of a core', ({ tail }) => percent(tail)],
        ['cores of Postgres for all tails', ({ tails }) => short(tails)],
        ['log after a year', ({ disk }) => gigabytes(disk.log)],
        ['rebuild after a year', (size) => duration(rebuildSeconds(size, costs))],
      ],
      all,
    ),
    limits: rows(
      ['step', 'due at bookings a day', 'because', 'today'],
      limits(costs, assumed).map(({ step, due, because, exists }) => [
        step,
        typeof due === 'string' ? due : due === undefined ? 'above 100,000,000' : number(rounded(due)),
        because,
        exists,
      ]),
    ),
    cells: rows(
      ['cells', 'the largest', 'its share', '10,000,000 a day are for it', 'cities of each'],
      [2, 3, 4, 5].map((count) => {
        const cells = cellsOf(count)
        const [largest] = cells
        return [
          String(count),
          largest?.cities.join(', ') ?? '',
          percent(largest?.share ?? 0),
          number((largest?.share ?? 0) * 10_000_000),
          cells.map(({ cities }) => cities.length).join(', '),
        ]
      }),
    ),
    costs: formatCosts(costs),
  }
}

function formatCosts(costs: Costs): string {
  const rates = [1, 10, 100]
  const cpu = (part: 'api' | 'workers' | 'projector' | 'postgres' | 'redis') => [
    part,
    ...rates.map((rate) => short(costs.cpu(part, rate) / rate)),
    short(costs.read[part]),
    short(costs.signIn[part]),
    short(costs.report[part]),
  ]
  return rows(
    [
      'ms of CPU',
      ...rates.map((rate) => `a booking at ${rate}/s`),
      'a read',
      'a sign-in',
      'a report drawn from values',
    ],
    (['api', 'workers', 'projector', 'postgres', 'redis'] as const).map(cpu),
  )
}

function duration(seconds: number): string {
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}

function table(columns: readonly [string, (size: Size) => string][], all: readonly Size[]): string {
  return rows(
    columns.map(([head]) => head),
    all.map((size) => columns.map(([, of]) => of(size))),
  )
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function number(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en') : 'none suffices'
}

/** Two digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(2))
}

function short(value: number): string {
  return Number.isFinite(value) ? Number(value.toPrecision(2)).toLocaleString('en') : '–'
}

function gigabytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return '–'
  return bytes >= 1e12 ? `${short(bytes / 1e12)} TB` : `${short(bytes / 1e9)} GB`
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`
}
