import { AppError } from '@jaanch/contracts/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, linkNext } from './paging.ts'

const id = '00000000-0000-4000-8000-000000000001'
const at = '2026-01-30T05:00:00.123Z'
const raw = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  it('is decoded to the key that it was made of', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.uuid({ version: 4 }),
        (date, uuid) => {
          const key = { at: date.toISOString(), id: uuid }
          expect(decodeCursor(encodeCursor(key))).toEqual(key)
        },
      ),
    )
    expect(decodeCursor(undefined)).toBeUndefined()
  })

  it('is refused if no Link header contained it', () => {
    for (const cursor of [
      '',
      'nonsense',
      raw(null),
      raw({}),
      raw({ at, id: 'x' }),
      raw({ at: 'now', id }),
      raw({ at: '0000-01-01T00:00:00Z', id }),
      raw({ at: '2026-02-30T00:00:00Z', id }),
    ]) {
      expect(() => decodeCursor(cursor), cursor).toThrow(AppError)
    }
  })

  it('never causes a server error, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string(), (cursor) => {
        expect(() => decodeCursor(cursor)).toThrow('The cursor is not one that a Link header gave.')
      }),
    )
  })

  it('is part of the link to the next page, with the query of this page', () => {
    const headers: Record<string, string> = {}
    const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) }
    const request = { url: '/api/bookings?tab=past&limit=2&cursor=old' }
    linkNext(request, reply, { at, id })
    const [, path] = headers.link?.match(/^<(.+)>; rel="next"$/) ?? []
    const { pathname, searchParams } = new URL(path ?? '', 'http://host')
    expect(pathname).toBe('/api/bookings')
    expect(Object.fromEntries(searchParams)).toEqual({
      tab: 'past',
      limit: '2',
      cursor: encodeCursor({ at, id }),
    })
  })
})
