import { expect, it } from 'vitest'
import { isOfParameters, rankedQueries } from './search-packages.ts'
import type { SearchTerm } from './search-terms.ts'

function term(typed: string, change: Partial<SearchTerm> = {}): SearchTerm {
  return {
    typed,
    stem: typed,
    isWeak: false,
    match: 'exact',
    corrections: [],
    joined: [],
    completions: [],
    ...change,
  }
}

it('a search looks for the whole name first, then for its prefix and its category, and at last for the word anywhere', () => {
  expect(rankedQueries([term('thyroid')])).toEqual([
    "'=thyroid'",
    "'=thyroid ':*",
    "'=thyroid':*",
    "'#=thyroid'",
    "'~thyroid'",
    "'thyroid'",
    "'+=thyroid'",
    "'++=thyroid'",
    "'+++=thyroid'",
    "'+thyroid'",
    "'++thyroid'",
    "'+++thyroid'",
    "('thyroid' | '#thyroid' | '+thyroid' | '++thyroid' | '+++thyroid')",
  ])
})

it('a search for two words requires both before it accepts either', () => {
  const queries = rankedQueries([term('energy'), term('fatigue')])
  expect(queries.indexOf("('energy' & 'fatigue')")).toBeGreaterThan(0)
  expect(queries.indexOf("('energy' | 'fatigue')")).toBeGreaterThan(queries.indexOf("('energy' & 'fatigue')"))
})

it('a search for three words requires all of them, then two, then any', () => {
  const queries = rankedQueries([term('one'), term('two'), term('three')])
  const indexes = [
    "('one' & 'two' & 'three')",
    "('one' & 'two')",
    "('one' & 'three')",
    "('two' & 'three')",
    "('one' | 'two' | 'three')",
  ].map((query) => queries.indexOf(query))
  expect(indexes).not.toContain(-1)
  expect(indexes).toEqual(indexes.toSorted((one, other) => one - other))
})

it('a query that asks only what packages measure is recognised', () => {
  const queries = rankedQueries([term('blood'), term('urea')])
  expect(queries.filter(isOfParameters)).toEqual([
    "('+=blood urea' | '+=bloodurea')",
    "('++=blood urea' | '++=bloodurea')",
    "('+++=blood urea' | '+++=bloodurea')",
    "('+blood' & '+urea')",
    "('++blood' & '++urea')",
    "('+++blood' & '+++urea')",
  ])
})

it('one or two letters are searched as the prefix of a word, not of a whole name', () => {
  const queries = rankedQueries([term('th', { match: 'prefix', completions: 'many' })])
  expect(queries).toContain("'~th':*")
  expect(queries).not.toContain("'=th':*")
})

it('a weak word is searched in names only, unless there are no other words', () => {
  const weak = term('test', { isWeak: true })
  const queries = rankedQueries([term('sugar'), weak])
  expect(queries[0]).toBe("('=sugar test' | '=sugartest')")
  expect(queries[1]).toBe("'=sugar'")
  expect(queries.filter((query) => query.includes("'test'"))).toEqual([])
  expect(rankedQueries([weak]).some((query) => query.includes("'test'"))).toBe(true)
})

it('a mistyped word is searched with all its corrections', () => {
  const queries = rankedQueries([term('lever', { match: 'corrected', corrections: ['liver', 'fever'] })])
  expect(queries.slice(0, 3)).toEqual(["'=lever'", "'=liver'", "'=fever'"])
  expect(queries).toContain("('liver' | 'fever')")
})

it('a prefix is replaced by its completions if they are few, and omitted if they are many', () => {
  const thyro = term('thyro', { match: 'prefix', completions: ['thyroid', 'thyroxin'] })
  expect(rankedQueries([thyro])).toContain("('thyroid' | 'thyroxin')")
  const queries = rankedQueries([term('lipid'), term('p', { match: 'prefix', completions: 'many' })])
  expect(queries).toContain("('=lipid p':* | '=lipidp':*)")
  expect(queries).toContain("'lipid'")
  expect(queries.join()).not.toContain("'p'")
})

it('two words are joined if the catalogue has them as one', () => {
  const joined = ['b12']
  const queries = rankedQueries([term('b', { joined }), term('12', { joined, match: 'none' })])
  expect(queries).toContain("(('b' | 'b12') & 'b12')")
})

it('a word that the catalogue does not contain is searched as a whole name only', () => {
  const unknown = term('fullbody', { match: 'none' })
  expect(rankedQueries([unknown]).every((query) => /^'[#+]*=/.test(query))).toBe(true)
  expect(rankedQueries([unknown, term('tsh')])).toContain("'tsh'")
  expect(rankedQueries([])).toEqual([])
})

it('quotes and backslashes are escaped', () => {
  expect(rankedQueries([term("it's \\ 'b' | c")])[0]).toContain("'=it''s \\\\ ''b'' | c'")
})
