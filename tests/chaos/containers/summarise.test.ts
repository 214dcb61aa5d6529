import { expect, it } from 'vitest'
import type { Probe } from './probe.ts'
import { summarise } from './summarise.ts'

const probe = (at: number, change: Partial<Probe> = {}): Probe => ({
  kind: 'list',
  at,
  ms: 5,
  status: 200,
  isBehind: false,
  ...change,
})

it('the cost of a death is what failed while it belonged to it, and how long', () => {
  const probes = [
    probe(900, { status: 503 }),
    probe(1_500, { status: 502 }),
    probe(1_000, { ms: 80 }),
    probe(3_500, { status: 0, ms: 9_000 }),
    probe(2_000, { isBehind: true }),
    probe(2_600, { isBehind: true }),
    probe(3_000),
    probe(3_200, { isBehind: true }),
    probe(4_000, { status: 404 }),
    probe(5_000, { status: 500 }),
  ]
  expect(summarise(probes, [950, 1_100, 4_100, 6_000], 1_000, 5_000)).toEqual({
    probes: 8,
    failed: 2,
    byStatus: { 0: 1, 502: 1 },
    failingSeconds: 2,
    behindSeconds: 0.6,
    slowestMs: 80,
    pauseSeconds: 3,
  })
})

it('a time without an acknowledged write counts to the end', () => {
  expect(summarise([], [], 0, 4_000)).toMatchObject({ failed: 0, failingSeconds: 0, pauseSeconds: 4 })
})
