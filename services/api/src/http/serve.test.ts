import type { Route } from '@jaanch/contracts/http/route'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from '../calls.ts'
import { ignoredFields, ignoredFieldsHeader } from './serve.ts'

const item = z.object({ id: z.string(), note: z.string().optional() })
const visit = z
  .object({
    items: z.array(item).min(1),
    address: z.preprocess((value) => value ?? null, z.object({ city: z.string() }).nullable()),
    labels: z.record(z.string(), z.object({ text: z.string() })).optional(),
    who: z.union([z.object({ id: z.string() }), z.object({ id: z.string(), name: z.string() })]).optional(),
    size: z
      .object({ ml: z.string() })
      .transform(({ ml }) => Number(ml))
      .default(0),
    others: z.looseObject({}).optional(),
  })
  .refine(({ items }) => items.length > 0)

describe('the names of ignored fields', () => {
  it('are those of unknown fields at every depth', () => {
    const value = {
      items: [
        { id: '1', Note: 'spelt otherwise' },
        { id: '2', Note: 'and again' },
      ],
      address: { city: 'Pune', state: 'MH' },
      labels: { first: { text: 'A', colour: 'red' } },
      who: { id: '3', name: 'Asha', age: 4 },
      size: { ml: '5', unit: 'ml' },
      others: { anything: { goes: true } },
      specimens: [{ id: '9' }],
    }
    expect(visit.safeParse(value).success).toBe(true)
    expect(ignoredFields(visit, value)).toEqual([
      'items[0].Note',
      'items[1].Note',
      'address.state',
      'labels.first.colour',
      'who.age',
      'size.unit',
      'specimens',
    ])
  })

  it('are at most twenty', () => {
    const value = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, n]))
    expect(ignoredFields(item, { id: '1', ...value })).toHaveLength(20)
  })

  it('are found in the body of every route', () => {
    for (const { path, body } of Object.values<Route>(calls)) {
      // of several schemas, the one that accepts the rest of the value would be chosen
      if (!body || body instanceof z.ZodUnion) continue
      expect(ignoredFields(body, { madeUp: 1 }), path).toEqual(['madeUp'])
    }
  })
})

it('a header of ignored fields has no character that a header cannot have', () => {
  const header = ignoredFieldsHeader(['specimens', 'नाम', 'a"b\r\nSet-Cookie: x', '\ud800', 'x'])
  expect(header).toMatch(/^"specimens", "%E0%A4%A8[^"]*", "a%22b%0D%0ASet-Cookie:%20x", /)
  expect(() => new Headers({ 'ignored-fields': header })).not.toThrow()
})

it('a header of ignored fields has at most 1,000 characters, whatever the names are', () => {
  const long = Array.from({ length: 20 }, () => 'न'.repeat(50))
  for (const names of [long, ['न'.repeat(5_000)], ['short', ...long]]) {
    expect(ignoredFieldsHeader(names).length).toBeLessThanOrEqual(1_000)
    expect(ignoredFieldsHeader(names)).toMatch(/^".+"$/)
  }
})
