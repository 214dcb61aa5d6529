import { expect, it } from 'vitest'
import { ms, summarise } from './group.ts'

it('The rounds of a row give the medians, and the median of the ratios within a round with its extremes', () => {
  const pairs = [
    { ours: 10, peer: 5 },
    { ours: 40, peer: 40 },
    { ours: 30, peer: 10 },
  ]
  const row = ms('a row', '<= 3')
  const figures = { ours: 30, peer: 10, ratio: 2, spread: [1, 3], rounds: 3 }
  expect(summarise(row, pairs, 'before')).toEqual({ ...row, peerName: 'before', ...figures })
  const alone = { peer: null, ratio: null, ours: 3, spread: [2, 4.12] }
  expect(summarise(row, [{ ours: 4.123 }, { ours: 2 }], undefined)).toMatchObject({ ...alone, ours: 3.06 })
})
