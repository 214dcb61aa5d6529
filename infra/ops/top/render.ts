import { stripVTControlCharacters } from 'node:util'
import { formatDuration, formatNumber, formatSize, istTime } from '@jaanch/operations/format'
import { formatTable } from '../terminal/format.ts'
import { paint } from '../terminal/terminal.ts'
import type { Snapshot } from './observe.ts'

export type Size = { columns: number; rows: number }

/** The part of the rows that troubles may take */
const troublesShare = 1 / 3

/**
 * The view as lines, none wider than the terminal and not more than it has: what there is room for, the troubles at the bottom.
 * @param notice why the view is not current, or how it ends
 */
export function renderTop(snapshot: Snapshot, { columns, rows }: Size, notice?: string): string[] {
  const bottom = [
    ...firstOf(troubleLines(snapshot, columns), Math.max(1, Math.floor(rows * troublesShare))),
    ...(notice ? [paint.faint(notice)] : []),
  ]
  const room = rows - bottom.length - 1
  const body = fit([headLine(snapshot)], [...sections(snapshot)], [...extras(snapshot)], room)
  const space = Number.isFinite(rows) ? Array<string>(Math.max(0, room - body.length)).fill('') : []
  return [...body, ...space, '', ...bottom].map((line) => crop(line, columns)).slice(-rows)
}

/** One line for a log, where there is no terminal. */
export function lineOf({ at, status, eventsPerSecond, troubles }: Snapshot): string {
  const { consumers, generations, messages } = status
  const sum = (key: 'waiting' | 'leased' | 'failing' | 'dead') =>
    formatNumber(consumers.reduce((all, one) => all + one[key], 0))
  return [
    istTime(at),
    `head ${formatNumber(status.head)}`,
    rateText(eventsPerSecond),
    `lag ${formatNumber(Math.max(0, ...generations.map(({ lag }) => lag), ...consumers.map(({ lag }) => lag)))}`,
    `work ${sum('waiting')} waiting ${sum('leased')} leased ${sum('failing')} failing ${sum('dead')} dead`,
    `messages ${formatNumber((messages.waiting ?? 0) + (messages.failing ?? 0))} to send`,
    `troubles ${formatNumber(troubles.length)}`,
  ].join('  ')
}

function headLine({ at, status, eventsPerSecond }: Snapshot): string {
  return `${paint.bold('Jaanch')}  ${istTime(at).slice(0, -4)} IST  ${formatNumber(status.head)} events  ${paint.bold(rateText(eventsPerSecond))}`
}

function rateText(rate: number | null): string {
  return rate === null ? '… events/s' : `${formatNumber(Math.round(rate))} events/s`
}

function* sections({ status }: Snapshot): Iterable<string[]> {
  yield readersTable(status).split('\n')
  yield consumersTable(status).split('\n')
  yield [`${paint.faint('messages')}  ${countsText(status.messages)}`]
  yield processesTable(status).split('\n')
}

/** What is shown if there is room left. */
function* extras({ status: { sizes }, queues }: Snapshot): Iterable<string[]> {
  const { database, log, readTables } = sizes
  yield [
    `${paint.faint('sizes')}  database ${formatSize(database)}, log ${formatSize(log)}, read tables ${formatSize(readTables)}`,
  ]
  if (!queues || queues.length === 0) return
  yield formatTable(queues, [
    { head: 'queue in Redis', value: ({ name }) => name },
    { head: 'waiting', value: ({ waiting }) => waiting, align: 'right' },
    { head: 'active', value: ({ active }) => active, align: 'right' },
    { head: 'delayed', value: ({ delayed }) => delayed, align: 'right' },
    { head: 'failed', value: ({ failed }) => failed, align: 'right' },
  ]).split('\n')
}

type Status = Snapshot['status']
type Reader = { name: string; position: number | null; lag: number; state: string }

/** Generations of the read tables, and the push of each API process. */
function readersTable({ generations, processes }: Status): string {
  const readers: Reader[] = [
    ...generations.map(({ generation, version, position, lag, state, isFed, stopped }) => ({
      name: `read tables ${generation}, version ${version}`,
      position,
      lag,
      state: stopped
        ? paint.bad(`stopped at ${stopped.type}`)
        : isFed || state !== 'live'
          ? state
          : paint.bad('live, not fed'),
    })),
    ...processes.flatMap(({ id, tail }) =>
      tail
        ? [
            {
              name: `push of ${id.slice(0, 8)}`,
              position: tail.position ?? null,
              lag: tail.lag ?? 0,
              state: '',
            },
          ]
        : [],
    ),
  ]
  return formatTable(readers, [
    { head: 'reader', value: ({ name }) => name },
    { head: 'position', value: ({ position }) => position ?? '', align: 'right' },
    { head: 'lag', value: ({ lag }) => warned(lag), align: 'right' },
    { head: 'state', value: ({ state }) => state },
  ])
}

function consumersTable({ consumers }: Status): string {
  return formatTable(consumers, [
    { head: 'consumer', value: ({ name }) => name },
    { head: 'relay lag', value: ({ lag }) => warned(lag), align: 'right' },
    { head: 'waiting', value: ({ waiting }) => waiting, align: 'right' },
    { head: 'leased', value: ({ leased }) => leased, align: 'right' },
    { head: 'failing', value: ({ failing }) => warned(failing), align: 'right' },
    { head: 'dead', value: ({ dead }) => (dead > 0 ? paint.bad(formatNumber(dead)) : dead), align: 'right' },
    {
      head: 'oldest',
      value: ({ oldest }) => (oldest === null ? '' : formatDuration(oldest)),
      align: 'right',
    },
  ])
}

function processesTable({ processes }: Status): string {
  return formatTable(processes, [
    { head: 'process', value: ({ id }) => id.slice(0, 8) },
    { head: 'service', value: ({ service }) => service },
    { head: 'version', value: ({ version }) => version ?? '', align: 'right' },
    {
      head: 'runs',
      value: ({ startedAt }) => formatDuration(Date.now() - startedAt.getTime()),
      align: 'right',
    },
    { head: 'last beat', value: ({ age }) => formatDuration(age), align: 'right' },
  ])
}

function countsText(counts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(counts).map(([state, n]) => {
    const text = `${formatNumber(n)} ${state}`
    return state === 'dead' ? paint.bad(text) : text
  })
  return texts.join('  ') || 'none'
}

function warned(n: number): string {
  return n > 0 ? paint.warning(formatNumber(n)) : '0'
}

function troubleLines({ troubles }: Snapshot, columns: number): string[] {
  if (troubles.length === 0) return [paint.good('All is well.')]
  return troubles.flatMap((trouble) => wrap(`! ${trouble}`, columns)).map(paint.bad)
}

/** With empty lines between the sections, without them, or cut; `extra` only as far as there is room. */
function fit(head: string[], needed: string[][], extra: string[][], rows: number): string[] {
  const spaced = (parts: string[][]) => parts.flatMap((lines, index) => (index > 0 ? ['', ...lines] : lines))
  const all = [head, ...needed]
  if (spaced(all).length <= rows) {
    for (const section of extra) if (spaced([...all, section]).length <= rows) all.push(section)
    return spaced(all)
  }
  return firstOf(all.flat(), rows)
}

function firstOf(lines: string[], most: number): string[] {
  if (lines.length <= most) return lines
  const left = lines.length - most + 1
  return [...lines.slice(0, most - 1), paint.faint(`… and ${formatNumber(left)} more lines`)].slice(0, most)
}

function wrap(text: string, columns: number): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > columns) lines.push(`  ${word}`)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

/** A line that is cut has no colours. */
function crop(line: string, columns: number): string {
  const text = stripVTControlCharacters(line)
  return text.length <= columns ? line : `${text.slice(0, columns - 1)}…`
}
