import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

let failures = 0
vi.mock('@/lib/timing', () => ({ waitUntilLoaded: () => new Promise(() => {}) }))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.doMock('@/ui/toaster', async (original) => {
    failures -= 1
    if (failures >= 0) throw new Error('503')
    return await original()
  })
})
async function show() {
  const { LateToaster } = await import('./late-part')
  const store = await import('@/ui/toast-store')
  render(<LateToaster />)
  return store
}

it('the first toast loads the code of toasts, before the page has loaded', async () => {
  const store = await show()
  store.toast.success('Booked')
  expect(await screen.findByText('Booked')).toBeTruthy()
})

it('code that failed to load is requested again', async () => {
  failures = 1
  const store = await show()
  store.toast.success('Booked')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await screen.findByText('Booked')).toBeTruthy()
})
