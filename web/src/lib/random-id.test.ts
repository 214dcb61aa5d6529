import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { randomId } from './random-id'

test('where a browser has no randomUUID, as on plain HTTP in a LAN, an id is a UUID all the same', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 100 }, randomId)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(100)
})
