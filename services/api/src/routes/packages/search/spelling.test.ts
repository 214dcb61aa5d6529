import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likelyMeant, slipsBetween } from './spelling.ts'

describe('slips between what was typed and a word', () => {
  it.each([
    ['thyroid', 'thyroid', 0],
    ['thyriod', 'thyroid', 1],
    ['colestrol', 'cholesterol', 2],
    ['hemoglobn', 'hemoglobin', 1],
    ['diabetis', 'diabetes', 1],
    ['sugarr', 'sugar', 1],
    ['', 'tsh', 3],
  ])('%s is %s with %i', (typed, word, slips) => {
    expect(slipsBetween(typed, word).whole).toBe(slips)
  })

  it('of a word that is being typed only its beginning is compared', () => {
    expect(slipsBetween('colest', 'cholesterol')).toEqual({ whole: 5, beginning: 1 })
    expect(slipsBetween('thy', 'thyroid').beginning).toBe(0)
  })

  it('are as many from the one as from the other, and no more than the longer has letters', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'है', '😀'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        const { whole, beginning } = slipsBetween(one, other)
        expect(whole).toBe(slipsBetween(other, one).whole)
        expect(whole).toBeLessThanOrEqual(Math.max([...one].length, [...other].length))
        expect(beginning).toBeLessThanOrEqual(whole)
        expect(whole === 0).toBe(one === other)
      }),
    )
  })
})

describe('what was probably meant', () => {
  it('is the nearest word, or all that are equally near', () => {
    expect(likelyMeant('lever', ['level', 'liver', 'fever', 'never mind'], false)).toEqual([
      'level',
      'liver',
      'fever',
    ])
    expect(likelyMeant('thyriod', ['thyroid', 'typhoid'], false)).toEqual(['thyroid'])
  })

  it('is the beginning of a longer word rather than a whole one that is farther off', () => {
    expect(likelyMeant('colest', ['chest', 'cholesterol'], true)).toEqual(['cholesterol'])
    expect(likelyMeant('colest', ['chest', 'cholesterol'], false)).toEqual(['chest'])
  })

  it('is nothing when all words are too far off', () => {
    expect(likelyMeant('xyz', ['tsh', 'fever'], true)).toEqual([])
    expect(likelyMeant('sofa', ['sodium'], false)).toEqual([])
    expect(likelyMeant('anything', [], true)).toEqual([])
  })
})
