import type { Recorded } from '@jaanch/contracts/events/registry'
import type { Handlers } from '../work/handler.ts'

/** Handlers for tests and benchmarks: the same function for all consumers. */
export function handleAll(handle: (event: Recorded) => Promise<void>): Handlers {
  return {
    orders: handle,
    prescriptions: handle,
    reports: handle,
    notifications: handle,
    reminders: handle,
    assignment: handle,
  }
}
