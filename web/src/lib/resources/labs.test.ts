import { afterEach, expect, test, vi } from 'vitest'
import { aLab } from '@/testing/fixtures'
import { decideLab } from './labs'

afterEach(() => vi.unstubAllGlobals())

test.each(['approve', 'reject'] as const)('to %s a lab is a POST with an empty body', async (decision) => {
  const fetched = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(aLab({ id: 'l1' }))))
  vi.stubGlobal('fetch', fetched)
  await decideLab('l1', decision)
  expect(fetched).toHaveBeenCalledOnce()
  expect(fetched.mock.calls[0]).toMatchObject([
    `/api/lab-partners/l1/${decision}`,
    { method: 'POST', body: '{}' },
  ])
})

test('a write that fails is not tried again', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response('', { status: 503 }))
  vi.stubGlobal('fetch', fetched)
  await expect(decideLab('l1', 'approve')).rejects.toThrow('503')
  expect(fetched).toHaveBeenCalledOnce()
})
