import { quantile } from '@jaanch/tests/support/quantile'
import { describe, expect, it } from 'vitest'
import { median, round, summarise } from './statistics.ts'

const row = { name: 'a row', unit: 'ms', better: 'lower', aim: '<= 3' } as const

describe('the rounds of a row', () => {
  it('give the medians, and the median of the ratios within a round with its extremes', () => {
    const pairs = [
      { ours: 10, peer: 5 },
      { ours: 40, peer: 40 },
      { ours: 30, peer: 10 },
    ]
    const figures = { ours: 30, peer: 10, ratio: 2, spread: [1, 3], rounds: 3 }
    expect(summarise(row, pairs, 'before')).toEqual({ ...row, peerName: 'before', ...figures })
  })

  it('spread over our own figures without a peer', () => {
    const { peer, ratio, spread } = summarise(row, [{ ours: 4 }, { ours: 2 }, { ours: 9 }])
    expect({ peer, ratio, spread }).toEqual({ peer: null, ratio: null, spread: [2, 9] })
  })
})

it('quantiles are values that were measured; a median may lie between the middle two', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)]).toEqual([51, 100, 100])
  expect(quantile([], 0.5)).toBeNaN()
  expect([median([4, 1, 2, 3]), median([3, 1, 2])]).toEqual([2.5, 2])
  expect([12_345.6, 99.94, 0.012345, 1.005].map(round)).toEqual([12_346, 99.9, 0.0123, 1])
})
