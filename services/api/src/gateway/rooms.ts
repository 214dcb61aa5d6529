import { parseOwnerKey } from '@jaanch/contracts/owner-keys'
import type { Caller } from '../auth/authentication.ts'

export const adminRoom = 'admins'
export const userRoom = (userId: string): string => `user ${userId}`
export const labRoom = (labPartnerId: string): string => `lab ${labPartnerId}`

/** The rooms that a caller's socket joins. */
export function roomsOf(caller: Caller): string[] {
  const rooms = [userRoom(caller.userId)]
  if (caller.role === 'admin') rooms.push(adminRoom)
  if (caller.labPartnerId) rooms.push(labRoom(caller.labPartnerId))
  return rooms
}

/** The room of an owner key's people. @throws for text that is no owner key */
export function roomOfOwner(key: string): string {
  const owner = parseOwnerKey(key)
  switch (owner.audience) {
    case 'admin':
      return adminRoom
    case 'customer':
      return userRoom(owner.customerId)
    case 'lab-partner':
      return labRoom(owner.labPartnerId)
  }
}
