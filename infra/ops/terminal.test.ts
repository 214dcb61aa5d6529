import { expect, it } from 'vitest'
import { formatTable } from './terminal.ts'

it('a table aligns its columns, numbers to the right', () => {
  const rows = [
    { name: 'a', n: 1 },
    { name: 'longer', n: 123_456 },
  ]
  expect(formatTable(rows).split('\n')).toEqual(['name           n', 'a              1', 'longer  1,23,456'])
})
