import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compareSchemas, type Use } from './compare-schemas.ts'

/** What a client of the older schema notices. */
function compare(use: Use, older: z.ZodType, newer: z.ZodType): string[] {
  const io = use === 'request' ? 'input' : 'output'
  const [before, now] = [older, newer].map((schema) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return compareSchemas({ ...before }, { ...now }, use)
}

const text = z.string()

describe('a request of an older client', () => {
  const of = (older: z.ZodType, newer: z.ZodType) => compare('request', older, newer)

  it('is accepted with new optional fields, new values, wider limits', () => {
    const older = z.object({ name: text.max(10), kind: z.enum(['a']), count: z.int() })
    const newer = z.object({
      name: text.max(20).nullable(),
      kind: z.enum(['a', 'b']),
      count: z.number(),
      note: text.optional(),
      page: z.int().default(1),
    })
    expect(of(older, newer)).toEqual([])
  })

  it('is refused without a field that is required now', () => {
    expect(of(z.object({}), z.object({ name: text }))).toEqual(['name is required now'])
    expect(of(z.object({ name: text.optional() }), z.object({ name: text }))).toEqual([
      'name is required now',
    ])
  })

  it('loses a field that is not read any more, also in lists', () => {
    const older = z.object({ items: z.array(z.object({ id: text, note: text })) })
    const newer = z.object({ items: z.array(z.object({ id: text })) })
    expect(of(older, newer)).toEqual(['items[].note was removed'])
  })

  it('is refused with values outside of narrower limits', () => {
    expect(of(text.max(20), text.max(10))).toEqual(['the whole: maxLength is 10, was 20'])
    expect(of(text, text.min(3))).toEqual(['the whole: minLength is 3, was not set'])
    expect(of(z.enum(['a', 'b']), z.enum(['a']))).toEqual(['the whole can no longer be b'])
    expect(of(text, z.enum(['a']))).toEqual(['the whole must be one of a now'])
    expect(of(text, z.uuid())).toEqual([expect.stringMatching(/^the whole: format is uuid, was not set/)])
    expect(of(z.object({ at: text.nullable() }), z.object({ at: text }))).toEqual([
      'at can no longer be null',
    ])
    expect(of(z.number(), text)).toEqual(['the whole was number and is string'])
  })
})

describe('an answer to an older client', () => {
  const of = (older: z.ZodType, newer: z.ZodType) => compare('answer', older, newer)

  it('may have new fields, new values and new kinds of objects', () => {
    const paid = z.object({ kind: z.literal('paid'), amount: z.int() })
    const moved = z.object({ kind: z.literal('moved'), to: text })
    expect(of(z.object({ kind: z.enum(['a']) }), z.object({ kind: z.enum(['a', 'b']), note: text }))).toEqual(
      [],
    )
    expect(of(z.union([paid, z.null()]), z.union([paid, moved, z.null()]))).toEqual([])
    expect(of(text.nullable(), text)).toEqual([])
  })

  it('lacks a field that was removed, or can be missing now', () => {
    const older = z.object({ booking: z.object({ id: text, note: text }) })
    expect(of(older, z.object({ booking: z.object({ id: text }) }))).toEqual(['booking.note was removed'])
    expect(of(older, z.object({ booking: z.object({ id: text, note: text.optional() }) }))).toEqual([
      'booking.note can be missing now',
    ])
  })

  it('surprises with null, and with another type', () => {
    expect(of(z.object({ at: text }), z.object({ at: text.nullable() }))).toEqual(['at can now be null'])
    expect(of(z.int(), z.number())).toEqual(['the whole was integer and is number'])
    expect(of(z.array(text), z.array(z.number()))).toEqual(['[] was string and is number'])
    expect(of(z.record(text, z.int()), z.record(text, text))).toEqual(['{} was integer and is string'])
  })

  it('is compared kind by kind', () => {
    const kinds = (of: z.ZodRawShape) =>
      z.union([z.object({ kind: z.literal('a'), id: text }), z.object({ kind: z.literal('b'), ...of })])
    expect(of(kinds({ count: z.int() }), kinds({}))).toEqual(['count was removed'])
  })

  it('of parts that are put together is compared as a whole', () => {
    const put = (of: z.ZodRawShape) => z.intersection(z.object({ id: text }), z.object(of))
    expect(of(put({ note: text }), put({ text }))).toEqual(['note was removed'])
  })
})
