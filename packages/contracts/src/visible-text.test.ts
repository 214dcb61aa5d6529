import { describe, expect, it } from 'vitest'
import { oneLine, showsSomething, visibleText } from './visible-text.ts'

const invisible = {
  'zero-width space': '\u200b',
  'left-to-right mark': '\u200e',
  'right-to-left mark': '\u200f',
  'Arabic letter mark': '\u061c',
  'right-to-left override': '\u202e',
  'end of an override': '\u202c',
  'first strong isolate': '\u2068',
  'end of an isolate': '\u2069',
  'word joiner': '\u2060',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'combining grapheme joiner': '\u034f',
  'Hangul filler': '\u3164',
  'halfwidth Hangul filler': '\uffa0',
  'Mongolian vowel separator': '\u180e',
  'blank of Braille': '\u2800',
  'interlinear annotation': '\ufff9',
  'tag of a language': '\u{e0041}',
  'variation selector': '\u{e0100}',
  'zero-width joiner behind a Latin letter': '\u200d',
  'zero-width non-joiner behind a Latin letter': '\u200c',
}

describe('a typed text', () => {
  it.each(Object.entries(invisible))('loses the character that shows nothing: %s', (_, character) => {
    expect(visibleText(`As${character}ha${character}`)).toBe('Asha')
    expect(visibleText(character)).toBe('')
  })

  it('keeps the joiners of Indian scripts and of Urdu, one at a place', () => {
    // an explicit half form, an eyelash ra, a chillu at the end of a word, an explicit virama of Kannada, a plural of Urdu
    for (const word of ['क्\u200dष', 'दर्\u200dया', 'അവന്\u200d', 'ರ್\u200cಕ', 'می\u200cخواهم']) {
      expect(visibleText(word)).toBe(word)
    }
    expect(visibleText('क्\u200d\u200d\u200dष')).toBe('क्\u200dष')
  })

  it('keeps emoji that are put together of several', () => {
    for (const emoji of ['👩‍❤️‍👨', '👩🏽‍🔬', '❤️']) expect(visibleText(emoji)).toBe(emoji)
  })

  it('keeps its line breaks as a text, and has none as a line', () => {
    const typed = ' Asha\r\nSARS-CoV-2:\u2028\tNOT\u00a0DETECTED \u200b '
    expect(visibleText(typed)).toContain('\r\n')
    expect(oneLine(typed)).toBe('Asha SARS-CoV-2: NOT DETECTED')
  })

  it('shows something if it has a letter, digit, sign or symbol', () => {
    for (const text of ['a', '७', '-', '🙂', '₹']) expect(showsSomething(text), text).toBe(true)
    for (const text of ['', ' ', '\u0301', '\u0000']) expect(showsSomething(text)).toBe(false)
  })
})
