import { accountCalls } from '@jaanch/account/calls'
import { bookingCalls } from '@jaanch/booking/calls'
import { catalogueCalls } from '@jaanch/catalogue/calls'
import { collectionCalls } from '@jaanch/collection/calls'
import type { Route } from '@jaanch/contracts/http/route'
import { insightCalls } from '@jaanch/insight/calls'
import { notificationCalls } from '@jaanch/messages/api'
import { operationsCalls } from '@jaanch/operations/api'
import { healthCalls } from '@jaanch/operations/health-api'
import { maintenanceCalls } from '@jaanch/operations/maintenance-api'
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
  ...maintenanceCalls,
  ...healthCalls,
} satisfies Record<string, Route>

export type CallName = keyof typeof calls
