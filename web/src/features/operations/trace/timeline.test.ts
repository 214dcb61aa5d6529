import type { TraceStep } from '@jaanch/operations/events/api'
import { expect, it } from 'vitest'
import { durationText } from '@/lib/format/durations'
import { layOut } from './timeline'

const began = Date.parse('2026-11-21T04:20:00.000Z')
const at = (ms: number) => new Date(began + ms).toISOString()

function step(depth: number, from: number | null, change: Partial<TraceStep> = {}): TraceStep {
  const time = from === null ? null : at(from)
  return { depth, kind: 'event', what: 'x', detail: '', at: time, until: null, position: null, ...change }
}

it('a timeline has a group for each request, which begins at its own zero, with the pause between them', () => {
  const { groups } = layOut([
    step(0, 0, { kind: 'request', until: at(5) }),
    step(1, 5),
    step(0, 7_200_000, { kind: 'request', until: at(7_200_004) }),
    step(1, 7_200_004),
  ])
  expect(groups.map(({ pause }) => pause)).toEqual([null, 7_200_000])
  expect(groups.map(({ rows }) => rows.map(({ offset }) => offset))).toEqual([
    [0, 5],
    [0, 4],
  ])
  expect(groups[0]?.rows[0]?.duration).toBe(5)
})

it('a timeline shows how long a step waited for the one above it, and how long it ran', () => {
  const { groups } = layOut([
    step(0, 0),
    step(1, 9, { kind: 'work', until: at(99) }),
    step(2, null, { kind: 'begun' }),
    step(2, 99, { kind: 'done' }),
  ])
  // the end of the bar says it
  expect(groups[0]?.rows).toHaveLength(3)
  const [event, work, begun] = groups[0]?.rows ?? []
  // log10(1 + ms) / log10(1 + 100)
  expect(event?.bar).toEqual({ left: 0, width: 0 })
  expect(work?.wait?.width).toBeCloseTo(49.9, 0)
  expect(work?.bar?.width).toBeCloseTo(49.9, 0)
  expect(begun).toMatchObject({ offset: null, wait: null, bar: null })
})

it('a timeline has marks that do not touch, up to the longest step, and stays within its width', () => {
  const { ticks, groups } = layOut([step(0, 0), step(1, 3 * 86_400_000)])
  expect(ticks.map(({ ms }) => durationText(ms))).toEqual(['100 ms', '10 s', '10 min', '10 h'])
  expect(groups[0]?.rows[1]?.bar?.left).toBe(100)
})
