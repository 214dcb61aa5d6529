import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, suggestCorrections } from './search-terms.ts'

describe('the edit distance between typed text and a word', () => {
  it.each([
    ['thyroid', 'thyroid', 0],
    ['thyriod', 'thyroid', 1],
    ['colestrol', 'cholesterol', 2],
    ['hemoglobn', 'hemoglobin', 1],
    ['diabetis', 'diabetes', 1],
    ['sugarr', 'sugar', 1],
    ['', 'tsh', 3],
  ])('from %s to %s is %i', (typed, word, distance) => {
    expect(editDistance(typed, word).whole).toBe(distance)
  })

  it('also compares with prefixes of the word', () => {
    expect(editDistance('colest', 'cholesterol')).toEqual({ whole: 5, prefix: 1 })
    expect(editDistance('thy', 'thyroid').prefix).toBe(0)
  })

  it('is symmetric, and at most the length of the longer text', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'है', '😀'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        const { whole, prefix } = editDistance(one, other)
        expect(whole).toBe(editDistance(other, one).whole)
        expect(whole).toBeLessThanOrEqual(Math.max([...one].length, [...other].length))
        expect(prefix).toBeLessThanOrEqual(whole)
        expect(whole === 0).toBe(one === other)
      }),
    )
  })
})

describe('the corrections of a mistyped word', () => {
  it('are the nearest word, or all words at the same distance', () => {
    expect(suggestCorrections('lever', ['level', 'liver', 'fever', 'never mind'], false)).toEqual([
      'level',
      'liver',
      'fever',
    ])
    expect(suggestCorrections('thyriod', ['thyroid', 'typhoid'], false)).toEqual(['thyroid'])
  })

  it('prefer a prefix of a longer word to a whole word that is farther away', () => {
    expect(suggestCorrections('colest', ['chest', 'cholesterol'], true)).toEqual(['cholesterol'])
    expect(suggestCorrections('colest', ['chest', 'cholesterol'], false)).toEqual(['chest'])
  })

  it('are words that sound alike, however they are spelt', () => {
    expect(suggestCorrections('fosforus', ['virus', 'lupus', 'phosphorus'], false)).toEqual(['phosphorus'])
    expect(suggestCorrections('thairoid', ['thyroid', 'typhoid'], true)).toEqual(['thyroid'])
    expect(suggestCorrections('tyfoid', ['thyroid', 'typhoid'], true)).toEqual(['typhoid'])
    expect(suggestCorrections('kreatinin', ['keratin', 'creatinine'], false)).toEqual(['creatinine'])
  })

  it('are none if all words are too different', () => {
    expect(suggestCorrections('xyz', ['tsh', 'fever'], true)).toEqual([])
    expect(suggestCorrections('sofa', ['sodium'], false)).toEqual([])
    expect(suggestCorrections('anything', [], true)).toEqual([])
  })

  it('a word that sounds like one letter is not corrected to a short code', () => {
    expect(suggestCorrections('zzzzzz', ['t', 'p', 'zircon'], true)).toEqual([])
  })
})
