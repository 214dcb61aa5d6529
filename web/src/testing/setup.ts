import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// how long findBy… and waitFor wait for what a test demands: no test fails because a machine is slow
configure({ asyncUtilTimeout: 120_000 })

/** Everything that a test rendered, faked, spied on or stored is gone before the next one. The hooks of a file run before this. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
