import { expect, it, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { assignLab } from './bookings-calls'

it('a lab that is assigned again is the same request after a lost answer, and another one after the booking changed', async () => {
  const keys: unknown[] = []
  const fetchMock = vi.fn<typeof fetch>(async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    if (keys.length !== 2) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(createBooking()))
  })
  vi.stubGlobal('fetch', fetchMock)
  const seen = { id: 'b1', position: 7 }
  await expect(assignLab(seen, 'lab-a')).rejects.toThrow('Failed to fetch')
  await assignLab(seen, 'lab-a')
  expect(keys[1]).toBe(keys[0])

  // the answer is lost; another admin assigns lab B; this one sees it, and wants lab A again
  await expect(assignLab(seen, 'lab-a')).rejects.toThrow('Failed to fetch')
  await expect(assignLab({ ...seen, position: 9 }, 'lab-a')).rejects.toThrow('Failed to fetch')
  expect(new Set(keys).size).toBe(3)
})
