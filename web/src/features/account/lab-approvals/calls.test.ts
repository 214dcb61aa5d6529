import { expect, it, vi } from 'vitest'
import { createLab } from '@/testing/fixtures'
import { decideLab } from './calls'

it.each(['approve', 'reject'] as const)(
  'a decision about a lab to %s it is a POST with an empty body [S7.11]',
  async (decision) => {
    const fetchMock = vi.fn<typeof fetch>(async () => new Response(JSON.stringify(createLab({ id: 'l1' }))))
    vi.stubGlobal('fetch', fetchMock)
    await decideLab('l1', decision)
    expect(fetchMock).toHaveBeenCalledOnce()
    expect(fetchMock.mock.calls[0]).toMatchObject([
      `/api/lab-partners/l1/${decision}`,
      { method: 'POST', body: '{}' },
    ])
  },
)

it('a decision about a lab is not retried if it fails [S9.11]', async () => {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response('', { status: 503 }))
  vi.stubGlobal('fetch', fetchMock)
  await expect(decideLab('l1', 'approve')).rejects.toThrow('503')
  expect(fetchMock).toHaveBeenCalledOnce()
})
