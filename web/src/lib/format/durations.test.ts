import { expect, it } from 'vitest'
import { durationText } from './durations'

it('a duration is written in its one or two largest units', () => {
  const day = 86_400_000
  expect(
    [0, 35.4, 999, 1_000, 1_234, 41_900, 60_000, 61_000, 3_600_000, 2 * day + 3 * 3_600_000 + 5_000].map(
      durationText,
    ),
  ).toEqual(['0 ms', '35 ms', '999 ms', '1 s', '1.2 s', '41 s', '1 min', '1 min 1 s', '1 h', '2 d 3 h'])
})
