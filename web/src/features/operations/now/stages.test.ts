import type { OperationsView } from '@jaanch/operations/now/api'
import { expect, describe as group, it } from 'vitest'
import { speedOf } from './pipeline'
import { describe, lagText, rateText, type Stages, sizeText, stagesOf } from './stages'
import { createView } from './testing'

function statesOf(view: OperationsView): Record<string, string> {
  return Object.fromEntries(Object.entries(stagesOf(view)).map(([name, { state }]) => [name, state]))
}

group('the steps of the pipeline', () => {
  it('run, or are idle where nothing is known to pass', () => {
    expect(statesOf(createView())).toEqual({
      log: 'running',
      relay: 'running',
      work: 'running',
      workers: 'running',
      projector: 'running',
      readTables: 'running',
      push: 'idle',
    })
  })

  const view = createView()
  const generations = (change: Partial<OperationsView['generations'][number]>) =>
    createView({ generations: view.generations.map((one) => ({ ...one, ...change })) })
  const consumers = (change: Partial<OperationsView['consumers'][number]>) =>
    createView({ consumers: view.consumers.map((one) => ({ ...one, ...change })) })
  const stopped = { position: 4_001, type: 'LabMoved', why: 'unknown', since: view.at }
  const cases: [what: string, changed: OperationsView, expected: Partial<Record<keyof Stages, string>>][] = [
    [
      'no process runs',
      createView({ processes: [] }),
      { relay: 'stopped', workers: 'stopped', push: 'stopped' },
    ],
    ['nothing feeds the live read tables', generations({ isFed: false }), { projector: 'stopped' }],
    ['an event cannot be applied', generations({ stopped }), { projector: 'stopped', readTables: 'behind' }],
    ['the read tables lag', generations({ lag: 1_001 }), { projector: 'behind' }],
    [
      'no read tables are live',
      createView({ generations: [] }),
      { projector: 'stopped', readTables: 'stopped' },
    ],
    ['the relay lags', consumers({ lag: 1_001 }), { relay: 'behind' }],
    ['an event is missing', consumers({ isBeforeGap: true }), { relay: 'stopped' }],
    ['work waits for long', consumers({ oldest: 10_001 }), { work: 'behind' }],
    ['no worker knows the consumer', consumers({ isLeftToNewer: true }), { workers: 'stopped' }],
  ]
  for (const [what, changed, expected] of cases) {
    it(`are behind or stopped when ${what}`, () => {
      expect(statesOf(changed)).toMatchObject(expected)
    })
  }

  it('are told in sentences', () => {
    expect(describe(stagesOf(createView()))).toEqual([
      'Log: running, 52/s, 5,000 events',
      'Relay: running, 52/s, up to date',
      'Work: running, 20/s, 2 waiting, 1 in work',
      'Workers: running, 20/s, 1 process, 4.0/s messages',
      'Projector: running, 50/s, up to date',
      'Read tables: running, 50/s, generation 3 is live',
      'Push: idle, –, 1 process, up to date',
    ])
  })
})

it('the dots stand while nothing passes, and are never faster than an eye can follow', () => {
  expect([null, 0, 1, 50, 1_000, 1_000_000].map(speedOf)).toEqual([0, 0, 1, 3, 4.8, 6])
})

it('numbers are short', () => {
  expect([null, 0, 0.4, 52.4, 12_345].map(rateText)).toEqual(['–', '0/s', '0.4/s', '52/s', '12,345/s'])
  expect([0, 1, 1_234].map(lagText)).toEqual(['up to date', '1 event behind', '1,234 events behind'])
  expect([0, 340 * 1_024, 1.2 * 1_024 ** 2, 300 * 1_024 ** 2, 3.4 * 1_024 ** 3].map(sizeText)).toEqual([
    '0.0 KB',
    '340 KB',
    '1.2 MB',
    '300 MB',
    '3.4 GB',
  ])
})
