import { expect, it } from 'vitest'
import { compareResults, formatChanges } from './compare.ts'
import type { Result } from './statistics.ts'

const result = (
  name: string,
  better: Result['better'],
  ours: number,
  ratio: number | null = null,
): Result => ({
  ...{ name, better, ours, ratio, unit: 'ms', peer: null, peerName: '', spread: [ours, ours], rounds: 5 },
})

it('compares rows by their names, and says how many times better each is', () => {
  const changes = compareResults(
    [result('rate', 'higher', 100, 0.5), result('time', 'lower', 40), result('gone', 'lower', 1)],
    [result('rate', 'higher', 300, 1.5), result('time', 'lower', 80), result('new', 'lower', 7)],
  )
  expect(changes.map(({ name, before, after, better }) => [name, before, after, better])).toEqual([
    ['rate', 100, 300, 3],
    ['time', 40, 80, 0.5],
    ['new', null, 7, null],
  ])
  expect(changes[0]).toMatchObject({ ratioBefore: 0.5, ratioAfter: 1.5 })
  expect(formatChanges(changes).split('\n')).toHaveLength(5)
  expect(formatChanges(changes)).toContain('| new | ms | – | 7 | – | – | – |  |')
})
