import { expect, test } from 'vitest'
import { type Reason, rankingText } from './ranking-texts.ts'

const place = { pincode: '395003', city: 'Surat', time: '08:00-10:00' }

test.each<[Reason, string]>([
  [{ code: 'serves-pincode', value: null }, 'Serves 395003'],
  [{ code: 'serves-city', value: null }, 'Serves Surat'],
  [{ code: 'not-declared', value: null }, 'Has declared no area'],
  [{ code: 'free-places', value: 3 }, '3 free visits at 8–10 am'],
  [{ code: 'free-places', value: 1 }, '1 free visit at 8–10 am'],
  [{ code: 'full', value: null }, 'No free visit at this time'],
  [{ code: 'distance', value: 2.4 }, '2.4 km away'],
  [{ code: 'distance', value: 238.5 }, '239 km away'],
  [{ code: 'turnaround', value: 9 }, 'Reports in 9 hours (median)'],
  [{ code: 'rating', value: 4.6, reviews: 12 }, '4.6 stars from 12 reviews'],
  [{ code: 'load', value: 40 }, '40% of the day is taken'],
])('the reason %o is "%s"', (reason, text) => {
  expect(rankingText(reason, place)).toBe(text)
})

test('what is not known is left out', () => {
  expect(rankingText({ code: 'serves-pincode', value: null })).toBe('Serves the PIN code')
  expect(rankingText({ code: 'free-places', value: 2 })).toBe('2 free visits in the slot')
  expect(rankingText({ code: 'free-places', value: 2 }, { time: '10:00-12:00' })).toBe(
    '2 free visits at 10 am–12 pm',
  )
})
