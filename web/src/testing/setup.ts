import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

/** What a test rendered, faked, spied on or stored is gone before the next one. The hooks of a file run before this. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
