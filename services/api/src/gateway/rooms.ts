import type { Audience } from '@jaanch/contracts/notification-kinds'
import type { Caller } from '../auth/caller.ts'

export const adminRoom = 'admins'
/** The admins who see the state of the log and its readers */
export const watchRoom = 'operators'
export const userRoom = (userId: string): string => `user ${userId}`
export const labRoom = (labPartnerId: string): string => `lab ${labPartnerId}`

/** The rooms that a caller's socket joins. */
export function roomsOf(caller: Caller): string[] {
  const rooms = [userRoom(caller.userId)]
  if (caller.role === 'admin') rooms.push(adminRoom)
  if (caller.labPartnerId) rooms.push(labRoom(caller.labPartnerId))
  return rooms
}

/** The room of those who get a notification. @param owner id of the customer or of the lab partner */
export function roomOfOwner(audience: Audience, owner: string): string {
  switch (audience) {
    case 'admin':
      return adminRoom
    case 'customer':
      return userRoom(owner)
    case 'lab-partner':
      return labRoom(owner)
  }
}
