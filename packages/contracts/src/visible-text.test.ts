import { calls } from '@jaanch/api/calls'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Route } from './http/route.ts'
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

/** Texts of several lines. Documents show them in a block of their own, and nothing follows them in their lines. */
const severalLines = new Set([
  ...[
    'specialInstructions',
    'notes',
    'adminNotes',
    'doctorComments',
    'comments',
    'description',
    'reason',
    'note',
  ],
  // of a review, and of a message to a customer
  'text',
])
/** Fields that no document shows: secrets, files, messages of other systems, and what a request is about. */
const opaque = new Set([
  ...['password', 'currentPassword', 'newPassword', 'passcode', 'code', 'recoveryCode', 'setUpCode'],
  ...['fileUrl', 'content', 'message', 'query', 'ids', 'transports'],
])
/** The first line of an error, by which an operator names failures that are alike. */
const errorLines = new Set(['skipDeadMessages.error', 'retryDeadLetters.reason'])

type Field = { path: string; name: string; schema: z.ZodString }

/** All texts of a schema that have no format of their own, such as that of a date. @param name of the field that has the schema */
function textsOf(schema: unknown, path: string, name: string, seen = new Set<unknown>()): Field[] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return []
  const inner = new Set(seen).add(schema)
  const of = (child: unknown, key = name) =>
    textsOf(child, key === name ? path : `${path}.${key}`, key, inner)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => of(field, key))
  if (schema instanceof z.ZodString) return schema.format === null ? [{ path, name, schema }] : []
  if (schema instanceof z.ZodArray) return of(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => of(option))
  if (schema instanceof z.ZodRecord) return of(schema.valueType)
  if (schema instanceof z.ZodPipe) return [...of(schema.in), ...of(schema.out)]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return of(schema.unwrap())
  return []
}

const fields = Object.entries<Route>(calls)
  .flatMap(([name, { body, bodyFor = {} }]) =>
    [body, ...Object.values(bodyFor)].flatMap((schema) => textsOf(schema, name, '')),
  )
  .filter(({ path, name }) => !opaque.has(name) && !errorLines.has(path))

it('every text of a request is one line without direction marks, except what people write in several lines', () => {
  const names = fields.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['name', 'street', 'landmark', 'organizationName', 'label']))
  const others = fields.filter(({ name, schema }) => {
    const taken = schema.safeParse('As\nha\u202e').data ?? ''
    return !severalLines.has(name) && /[\n\u202e]/.test(taken)
  })
  expect(others.map(({ path }) => path)).toEqual([])
})

it('what people write in several lines has no direction marks either, and shows something', () => {
  const texts = fields.filter(({ name }) => severalLines.has(name))
  expect(texts.length).toBeGreaterThan(5)
  const others = texts.filter(({ schema }) => {
    const taken = schema.safeParse('As\u202eha').data ?? ''
    return taken.includes('\u202e') || schema.safeParse('\u200b').success
  })
  expect(others.map(({ path }) => path)).toEqual([])
})
