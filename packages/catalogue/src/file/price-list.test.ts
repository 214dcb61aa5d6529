import { expect, it } from 'vitest'
import { readStarter } from '../starter/starter.ts'
import { matchPrices } from './price-list.ts'

const { items } = readStarter()
const match = (...data: (string | number)[][]) => matchPrices({ title: 'Prices', data }, items)

it.each([
  ['Complete Blood Count (CBC)', 'CBC'],
  ['complete blood count', 'CBC'],
  ['CBC', 'CBC'],
  ['Hemogram', 'CBC'],
])('a price list knows %s as %s', (name, code) => {
  expect(match([name, 350]).rows).toMatchObject([{ name, price: 35_000, match: code, suggestions: [] }])
})

it('a price list suggests tests whose names are similar, and none where none is', () => {
  const [similar, strange] = match(['Thyroid hormones T3 T4', 500], ['MRI of the knee', 6000]).rows
  expect(similar).toMatchObject({ match: null })
  expect(similar?.suggestions.length).toBeGreaterThan(0)
  expect(strange).toMatchObject({ match: null, suggestions: [] })
})

it('a price list may have a first row of titles, numbers before the names, and empty rows', () => {
  const { rows, problems } = match(
    ['No.', 'Test', 'Rate'],
    [1, 'CBC', '₹1,250/-'],
    ['', '', ''],
    [2, 'ESR', 90],
  )
  expect(problems).toEqual([])
  expect(rows).toMatchObject([
    { row: 2, match: 'CBC', price: 125_000 },
    { row: 4, match: 'ESR', price: 9_000 },
  ])
})

it('a price list says which prices are wrong or missing, and which tests are there twice', () => {
  const { problems } = match(['CBC', 'call us'], ['ESR', ''], ['TSH', 200], ['tsh', 210], ['CBC', 'call us'])
  expect(problems).toEqual([
    { sheet: 'Prices', cell: 'B2', text: 'The price is missing.' },
    { sheet: 'Prices', cell: 'A4', text: '“tsh” is in row 3 already.' },
    {
      sheet: 'Prices',
      cell: 'B5',
      text: '“call us” is not a price. Enter rupees, such as 499, 1,00,000 or 499.50.',
    },
  ])
})
