import { expect, test } from 'vitest'
import { differenceText, filledPrice, readRupees, typedText } from './prices'

test('a price is read with the digit groups of India and others, and with a rupee sign', () => {
  const read = ['499', '499.50', '1,499', '1,00,000', '10,00,000', '100,000', ' ₹ 1,499.5 ', '0', ' '].map(
    readRupees,
  )
  expect(read).toEqual([499, 499.5, 1_499, 100_000, 1_000_000, 100_000, 1_499.5, 0, null])
})

test('a price is shown as it is read', () => {
  for (const price of [0, 499, 499.5, 1_499, 1_000_000]) expect(readRupees(typedText(price))).toBe(price)
})

test('what is no price is not read, also not a decimal comma and more than ten lakh', () => {
  for (const typed of ['free', '-1', '1.234', '1,50', '1,0000', ',100', '1,,000', '10,00,001', '1e3'])
    expect(readRupees(typed), typed).toBeUndefined()
})

test('prices are filled with a percentage below or above the catalogue, rounded to a step', () => {
  const below = (catalogue: number, step: number) =>
    filledPrice(catalogue, { percent: 10, direction: 'below', step })
  expect(below(499, 5)).toBe(450)
  expect(below(1_299, 5)).toBe(1_170)
  expect(below(499, 1)).toBe(449)
  expect(below(499, 0.01)).toBe(449.1)
  expect(below(0, 5)).toBe(0)
  expect(filledPrice(100, { percent: 7.5, direction: 'above', step: 5 })).toBe(110)
  expect(filledPrice(499, { percent: 100, direction: 'below', step: 5 })).toBe(0)
  expect(filledPrice(900_000, { percent: 50, direction: 'above', step: 5 })).toBe(1_000_000)
})

test('the difference to the catalogue is a percentage with at most one decimal', () => {
  const of = (price: number | null) => differenceText(400, price)
  expect([of(360), of(418), of(400), of(null)]).toEqual(['−10%', '+4.5%', '0%', undefined])
  expect(differenceText(0, 100)).toBeUndefined()
})
