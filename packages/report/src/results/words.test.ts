import { describe, expect, it } from 'vitest'
import { joinedText, meaningOf, wordOfCode } from './words.ts'

const options = ['Negative', 'Positive']

describe('the option that a coded result means', () => {
  it('is the one that all its codes and texts say', () => {
    expect(meaningOf(['positive', 'POSITIVE'], options, [])).toEqual({ word: 'Positive' })
    expect(meaningOf(['maybe'], options, ['POS'])).toBe('none')
  })

  it('is none if a text, a flag or a code of the laboratory contradicts it', () => {
    const contradiction = (said: string[], hints: string[]) => meaningOf(said, options, hints)
    expect(contradiction(['Negative', 'Positive'], [])).toEqual({ contradiction: ['Negative', 'Positive'] })
    expect(contradiction(['Negative'], ['POS'])).toEqual({ contradiction: ['Negative', 'Positive'] })
    expect(contradiction(['Negative'], ['Positive'])).toEqual({ contradiction: ['Negative', 'Positive'] })
    expect(contradiction(['Negative'], ['NEG', 'N', '12'])).toEqual({ word: 'Negative' })
  })

  it('is none if a text says more than an option', () => {
    expect(meaningOf(['Positive', 'Positive, weak'], options, [])).toEqual({ unknown: 'Positive, weak' })
  })
})

describe('a code', () => {
  it('of SNOMED CT or LOINC stands for a word if it is known', () => {
    expect(wordOfCode('snomed', '58460004')).toBe('O')
    expect(wordOfCode('snomed', '10828004')).toBe('Positive')
    expect(wordOfCode('loinc', 'LA6577-6')).toBe('Negative')
    expect(wordOfCode('loinc', '10828004')).toBeUndefined()
    expect(wordOfCode('snomed', 'constructor')).toBeUndefined()
  })
})

describe('a free text in several forms', () => {
  it('has each of them once', () => {
    expect(joinedText(['Normocytic', 'normocytic ', 'Few spherocytes'])).toBe('Normocytic; Few spherocytes')
  })
})
