/** The messages of the Socket.IO gateway at `/socket.io`. */

import type { LabPartnerView } from '@jaanch/account/labs/api'
import type { BookingView } from '@jaanch/booking/booking-view'
import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import type { SlotsView, slotCalls } from '@jaanch/booking/slots/api'
import type { QueryOf } from '@jaanch/contracts/http/route'
import type { AnalyticsView } from '@jaanch/insight/dashboard/api'
import type { NotificationView } from '@jaanch/messages/api'
import type { MaintenanceView } from '@jaanch/operations/maintenance/api'
import type { OperationsView } from '@jaanch/operations/now/api'

/** Sent by the client with every connect. */
export type SocketAuth = {
  token: string
  /** The smallest Log-Position of the answers that the client shows; 0 or missing: no catch-up */
  after?: number
  /** The epoch of the last answer or message that named one */
  epoch?: string
}

/** A changed row: at the position of its last event. `trace`: the trace of that event's request, if it is recorded */
type Changed = { position: number; trace?: string }

/** A row as `GET /api/bookings` returns it to this caller; null when it left the caller's view. */
export type BookingMessage = Changed & ({ booking: BookingView } | { id: string; booking: null })

/** A row as the lists of prescriptions return it. */
export type PrescriptionMessage = Changed & { prescription: PrescriptionView }

export type LabMessage = Changed & { labPartner: LabPartnerView }

export type NotificationMessage = Changed & { notification: NotificationView }

/** The body of `GET /api/analytics/dashboard`, to admins, at most four a second. */
export type AnalyticsMessage = { position: number; analytics: AnalyticsView }

/** The free slots that a client shows: the query of `GET /api/slots`, with the ids of packages as a list */
export type SlotsWatch = {
  pincode: string
  /** Default: today */
  from?: string | undefined
  days: number
  packageIds: readonly string[]
  visitId?: string | undefined
}

/** The body of `GET /api/slots`, with the query as it was understood */
export type SlotsMessage = { query: QueryOf<typeof slotCalls.listSlots>; slots: SlotsView }

export type ServerMessages = {
  booking: (message: BookingMessage) => void
  prescription: (message: PrescriptionMessage) => void
  lab: (message: LabMessage) => void
  analytics: (message: AnalyticsMessage) => void
  /** The body of `GET /api/operations/now`, to the admins that watch, at most one a second. */
  operations: (view: OperationsView) => void
  notification: (message: NotificationMessage) => void
  /** The body of `GET /api/maintenance`, to everybody, when another notice is set or cleared */
  maintenance: (view: MaintenanceView) => void
  /** To a client that watches slots: at once, and whenever they differ from what it got last; at most two a second. */
  slots: (message: SlotsMessage) => void
  /** All missed rows have been sent. From now on the client advances its `after` with each message. */
  'caught-up': (message: { position: number; epoch: string }) => void
  /**
   * The log was restored, or too many rows were missed: fetch everything again. Positions may be lower than before. Sent instead
   * of `caught-up`, and at any time after it.
   */
  'start-over': (message: { epoch: string }) => void
}

/** The messages of clients; all others are ignored. */
export type ClientMessages = {
  /** Whether this client shows the state of the log and its readers. Of admins only; it holds until the connection ends. */
  'watch-operations': (isWatching: boolean) => void
  /** Which slots this client shows; null: none. Of customers and admins; it holds until the next one, or until the connection ends. */
  'watch-slots': (watch: SlotsWatch | null) => void
}

/** If more rows were missed, the client must fetch again. */
export const catchUpLimit = 1_000
