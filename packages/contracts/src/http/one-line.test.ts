import { calls } from '@jaanch/api/calls'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Route } from './route.ts'

/** What people write in several lines. Documents show it in a block of its own, and nothing follows it in its line. */
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
