import { beforeEach, vi } from 'vitest'

/** Stands in place of `fetch` in each test of a file, at first without an answer. */
export function mockFetch() {
  const mock = vi.fn<typeof fetch>()
  beforeEach(() => {
    mock.mockReset()
    vi.stubGlobal('fetch', mock)
  })
  return mock
}
