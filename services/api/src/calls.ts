import { accountCalls } from '@jaanch/account/calls'
import { bookingCalls } from '@jaanch/booking/calls'
import { operationsHistoryCalls } from '@jaanch/booking-stream/history/api'
import { catalogueCalls } from '@jaanch/catalogue/calls'
import { collectionCalls } from '@jaanch/collection/calls'
import type { Route } from '@jaanch/contracts/http/route'
import { insightCalls } from '@jaanch/insight/calls'
import { notificationCalls } from '@jaanch/messages/api'
import { operationsCalls } from '@jaanch/operations/calls'
import { reportCalls } from '@jaanch/report/calls'
import { shareCalls } from '@jaanch/shares/api'

/** All routes of the API. The server, the client and the documentation are derived from this table. */
export const calls = {
  ...accountCalls,
  ...catalogueCalls,
  ...bookingCalls,
  ...collectionCalls,
  ...reportCalls,
  ...shareCalls,
  ...notificationCalls,
  ...insightCalls,
  ...operationsCalls,
  ...operationsHistoryCalls,
} satisfies Record<string, Route>

export type CallName = keyof typeof calls
