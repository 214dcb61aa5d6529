import { assignOrderNumber } from './assign-order-number.ts'
import { assignAutomatically, followAssignment } from './assignment/follow-assignment.ts'
import { notifyRecipients } from './notifications/notify-recipients.ts'
import { updatePrescription } from './prescriptions/command-prescription.ts'
import { remindOfFasting, setFastingReminder } from './reminders/fasting-reminder.ts'

export const bookingReactions = [
  assignOrderNumber,
  updatePrescription,
  notifyRecipients,
  setFastingReminder,
  assignAutomatically,
]

export const bookingTimerReactions = [remindOfFasting, followAssignment]
