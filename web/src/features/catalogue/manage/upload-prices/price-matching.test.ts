import { expect, test } from 'vitest'
import { chosenTwice, withRest } from './price-matching'

const row = (n: number) => ({ row: n, name: `Test ${n}`, price: 100, match: null, suggestions: ['CBC'] })

test('a test that is chosen for two rows is named at the second one; new tests and rows left out are not', () => {
  const rows = [row(1), row(2), row(3), row(4), row(5)]
  const choices = new Map([
    [1, 'CBC'],
    [2, 'new'],
    [3, 'new'],
    [4, 'CBC'],
    [5, 'out'],
  ])
  expect([...chosenTwice(rows, choices)]).toEqual([[4, 1]])
})

test('the rest gets one choice, and what was decided stays', () => {
  expect([...withRest([row(1), row(2)], new Map([[2, 'CBC']]), 'out')]).toEqual([
    [1, 'out'],
    [2, 'CBC'],
  ])
})
