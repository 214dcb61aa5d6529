import { describe, expect, it } from 'vitest'
import { citedTests, findFault, readDocument } from '../support/cited-tests.ts'

const page = readDocument('docs/specification-tests.md')
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))

describe('the list of the specification’s sentences', () => {
  it('has a test for each of them', () => {
    expect(rows.length).toBeGreaterThan(200)
    expect(
      rows.filter((row) => citedTests(row).length !== row.split(' | ').at(-1)?.split('<br>').length),
    ).toEqual([])
  })

  it('names files and tests that are there', () => {
    expect(citedTests(page).map(findFault).filter(Boolean)).toEqual([])
  })
})
