import { analyticsRoutes } from '@jaanch/contracts/http/analytics'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { labPartnerRoutes } from '@jaanch/contracts/http/lab-partners'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { Audience } from '@jaanch/contracts/notification-kinds'
import { mayCall } from '@jaanch/contracts/staff-roles'
import type { Caller } from '../auth/caller.ts'

/** The admins who see the numbers of the platform */
export const adminRoom = 'admins'

/** What is pushed to admins and labs, and the list that contains it: whose role does not include the list is sent nothing of it */
const lists = {
  booking: bookingRoutes.listBookings,
  prescription: prescriptionRoutes.listAllPrescriptions,
  lab: labPartnerRoutes.listAllLabPartners,
  notification: notificationRoutes.listNotifications,
}
type Listed = keyof typeof lists

/** The admins whose role includes a list. */
export const adminsWhoSee = (listed: Listed): string => `${adminRoom} ${listed}`

/** Whether the role of an admin or of a lab's person includes a list; true for customers. */
export function maySee(caller: Caller, listed: Listed): boolean {
  return mayCall(lists[listed], caller)
}

const ofLabs = ['booking', 'notification'] as const satisfies Listed[]
const allListed = ['booking', 'prescription', 'lab', 'notification'] as const satisfies Listed[]

/** The admins who see the state of the log and its readers */
export const watchRoom = 'operators'
export const userRoom = (userId: string): string => `user ${userId}`
/** The people of a lab whose role includes a list. */
export const labRoom = (labPartnerId: string, listed: (typeof ofLabs)[number]): string =>
  `lab ${labPartnerId} ${listed}`

/** The rooms that a caller's socket joins. */
export function roomsOf(caller: Caller): string[] {
  const rooms = [userRoom(caller.userId)]
  const { role, labPartnerId } = caller
  if (role === 'admin') {
    if (mayCall(analyticsRoutes.getDashboard, caller)) rooms.push(adminRoom)
    rooms.push(...allListed.filter((listed) => maySee(caller, listed)).map(adminsWhoSee))
  }
  if (labPartnerId) {
    rooms.push(
      ...ofLabs.filter((listed) => maySee(caller, listed)).map((listed) => labRoom(labPartnerId, listed)),
    )
  }
  return rooms
}

/** The room of those who get a notification. @param owner id of the customer or of the lab partner */
export function roomOfOwner(audience: Audience, owner: string): string {
  switch (audience) {
    case 'admin':
      return adminsWhoSee('notification')
    case 'customer':
      return userRoom(owner)
    case 'lab-partner':
      return labRoom(owner, 'notification')
  }
}
