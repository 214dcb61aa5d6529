import { createOrder } from './orders/create-order.ts'
import { followOrder } from './prescriptions/follow-order.ts'
import { releaseReport } from './reports/release-report.ts'
import type { Handlers } from './work/handler.ts'

/** One handler for each consumer in the contracts: a consumer that nobody handles does not compile. */
export const handlers: Handlers = {
  orders: createOrder,
  prescriptions: followOrder,
  reports: releaseReport,
}
