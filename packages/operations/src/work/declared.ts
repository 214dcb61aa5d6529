import { bookingConsumers, bookingTimers } from '@jaanch/booking/consumers'
import { recollectionsConsumer } from '@jaanch/collection/consumers'
import type { Consumer } from '@jaanch/eventlog/work/consumers'
import type { Timer } from '@jaanch/eventlog/work/timers'
import { reportConsumers, reportTimers } from '@jaanch/report/consumers'

/** The consumers that this code has. The database may have others, of another release. */
export const consumers: readonly Consumer[] = [...bookingConsumers, recollectionsConsumer, ...reportConsumers]

/** The kinds of timers that this code fires. */
export const timers: readonly Timer[] = [...bookingTimers, ...reportTimers]
