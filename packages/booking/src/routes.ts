import { assignLab, declineAssignment, listSuggestions, previewSuggestions } from './assignment/assign-lab.ts'
import { listAutomaticAssignment, setAutomaticAssignment } from './assignment/automatic-assignment.ts'
import { snoozeAttention } from './attention/read-attention.ts'
import { getCalendar, getSchedule } from './calendar/calendar.ts'
import { consentToAreas, declareCapacity, getCapacity, listCities } from './capacity/declare-capacity.ts'
import { changeStatus, declineOrder } from './change-status.ts'
import { getRepeat } from './get-repeat.ts'
import { changeLabPerson, suspendLabPartner } from './labs/change-lab-person.ts'
import { getBooking } from './list/get-booking.ts'
import { countBookings, listBookings, summariseBookings } from './list/list-bookings.ts'
import { countUnreadMessages, listMessages, readMessages } from './messages/read-messages.ts'
import { sendMessage } from './messages/send-message.ts'
import { placeBooking } from './place-booking.ts'
import { addItem, changePrescription } from './prescriptions/command-prescription.ts'
import { confirmOrder } from './prescriptions/orders.ts'
import {
  getPrescription,
  listAllPrescriptions,
  listOwnPrescriptions,
  openPrescriptionFile,
} from './prescriptions/read-prescriptions.ts'
import { uploadPrescription } from './prescriptions/upload-prescription.ts'
import { getReceipt } from './receipt/get-receipt.ts'
import { listSlots } from './slots/availability.ts'
import { holdSlot, releaseSlot } from './slots/hold-slot.ts'
import { moveVisit } from './visit/move-visit.ts'

const assignmentRoutes = [
  assignLab,
  declineAssignment,
  listSuggestions,
  previewSuggestions,
  listAutomaticAssignment,
  setAutomaticAssignment,
]

const prescriptionRoutes = [
  uploadPrescription,
  listOwnPrescriptions,
  listAllPrescriptions,
  getPrescription,
  openPrescriptionFile,
  addItem,
  changePrescription,
]

export const bookingRoutes = [
  ...[listBookings, countBookings, summariseBookings, getBooking],
  ...[placeBooking, changeStatus, declineOrder, confirmOrder, getRepeat],
  ...assignmentRoutes,
  ...[moveVisit, getSchedule, getCalendar],
  snoozeAttention,
  getReceipt,
  ...[listSlots, holdSlot, releaseSlot],
  ...[getCapacity, declareCapacity, consentToAreas, listCities],
  ...[suspendLabPartner, changeLabPerson],
  ...prescriptionRoutes,
  ...[listMessages, readMessages, countUnreadMessages, sendMessage],
]
