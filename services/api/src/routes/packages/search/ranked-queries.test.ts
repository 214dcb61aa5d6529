import { describe, expect, it } from 'vitest'
import { stepsOf } from './ranked-queries.ts'
import type { AskedWord } from './search-terms.ts'

function word(typed: string, change: Partial<AskedWord> = {}): AskedWord {
  return { typed, stem: typed, isWeak: false, known: 'exact', meant: [], joined: [], longer: [], ...change }
}

describe('the steps of a search', () => {
  it('lead from the whole name over its beginning and its category to the word anywhere', () => {
    expect(stepsOf([word('thyroid')])).toEqual([
      "'=thyroid'",
      "'=thyroid ':*",
      "'=thyroid':*",
      "'#=thyroid'",
      "'~thyroid'",
      "'thyroid'",
      "('thyroid' | '#thyroid')",
    ])
  })

  it('ask for all words before any', () => {
    const steps = stepsOf([word('energy'), word('fatigue')])
    expect(steps.indexOf("('energy' & 'fatigue')")).toBeGreaterThan(0)
    expect(steps.indexOf("('energy' | 'fatigue')")).toBeGreaterThan(steps.indexOf("('energy' & 'fatigue')"))
  })

  it('ask for all of three words, then for two of them, then for any', () => {
    const steps = stepsOf([word('one'), word('two'), word('three')])
    const places = [
      "('one' & 'two' & 'three')",
      "('one' & 'two')",
      "('one' & 'three')",
      "('two' & 'three')",
      "('one' | 'two' | 'three')",
    ].map((step) => steps.indexOf(step))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('take one or two letters as the beginning of a word, not of a whole name', () => {
    const steps = stepsOf([word('th', { known: 'beginning', longer: 'many' })])
    expect(steps).toContain("'~th':*")
    expect(steps).not.toContain("'=th':*")
  })

  it('use weak words in names only, unless there are no others', () => {
    const test = word('test', { isWeak: true })
    const steps = stepsOf([word('sugar'), test])
    expect(steps[0]).toBe("('=sugar test' | '=sugartest')")
    expect(steps[1]).toBe("'=sugar'")
    expect(steps.filter((step) => step.includes("'test'"))).toEqual([])
    expect(stepsOf([test]).some((step) => step.includes("'test'"))).toBe(true)
  })

  it('look for what a mistyped word was meant to be, whichever it was', () => {
    const steps = stepsOf([word('lever', { known: 'meant', meant: ['liver', 'fever'] })])
    expect(steps.slice(0, 3)).toEqual(["'=lever'", "'=liver'", "'=fever'"])
    expect(steps).toContain("('liver' | 'fever')")
  })

  it('name the words that one may become, where they are few, and leave a letter out where they are not', () => {
    const thyro = word('thyro', { known: 'beginning', longer: ['thyroid', 'thyroxin'] })
    expect(stepsOf([thyro])).toContain("('thyroid' | 'thyroxin')")
    const steps = stepsOf([word('lipid'), word('p', { known: 'beginning', longer: 'many' })])
    expect(steps).toContain("('=lipid p':* | '=lipidp':*)")
    expect(steps).toContain("'lipid'")
    expect(steps.join()).not.toContain("'p'")
  })

  it('take two words as one where the catalogue does', () => {
    const joined = ['b12']
    const steps = stepsOf([word('b', { joined }), word('12', { joined, known: 'not' })])
    expect(steps).toContain("(('b' | 'b12') & 'b12')")
  })

  it('look for a word of which the catalogue knows nothing only as a whole name, run together perhaps', () => {
    const unknown = word('fullbody', { known: 'not' })
    expect(stepsOf([unknown]).every((step) => /^'#?=/.test(step))).toBe(true)
    expect(stepsOf([unknown, word('tsh')])).toContain("'tsh'")
    expect(stepsOf([])).toEqual([])
  })

  it('cannot be led out of their quotes', () => {
    expect(stepsOf([word("it's \\ 'b' | c")])[0]).toContain("'=it''s \\\\ ''b'' | c'")
  })
})
