import { createLog } from '@jaanch/platform/logging'
import { describe, expect, it, vi } from 'vitest'
import { pushMendedRows } from './push-health.ts'

describe('a notification about mended rows', () => {
  it.each(['not JSON', '{"streams":[]}'])('that this release cannot read is logged: %s', async (payload) => {
    const log = createLog('test', 'silent')
    const warn = vi.spyOn(log, 'warn')
    let notify: ((payload: string) => void) | undefined
    pushMendedRows({
      listener: {
        on(_channel, callback) {
          notify = callback
          return () => {}
        },
      },
      source: {} as never,
      emit: () => expect.unreachable(),
      unpresentable: {} as never,
      log,
    })
    notify?.(payload)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), { timeout: 120_000 })
  })
})
