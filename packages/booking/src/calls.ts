import { bookingCalls as ownCalls } from './api.ts'
import { assignmentCalls } from './assignment/api.ts'
import { capacityCalls } from './capacity/api.ts'
import { messageCalls } from './messages/api.ts'
import { prescriptionCalls } from './prescriptions/api.ts'
import { slotCalls } from './slots/api.ts'

/** The calls of all rooms of the subject. */
export const bookingCalls = {
  ...ownCalls,
  ...prescriptionCalls,
  ...slotCalls,
  ...assignmentCalls,
  ...messageCalls,
  ...capacityCalls,
}
