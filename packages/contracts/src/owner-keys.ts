import type { Caller } from './caller.ts'

/** The owner of the counts or notifications in a row: all admins together, one customer or one lab. */
export type Owner =
  | { audience: 'admin' }
  | { audience: 'customer'; customerId: string }
  | { audience: 'lab-partner'; labPartnerId: string }

/** @returns the customer or the lab; undefined for the admins */
function idOf(owner: Owner): string | undefined {
  if (owner.audience === 'admin') return undefined
  return owner.audience === 'customer' ? owner.customerId : owner.labPartnerId
}

/** @returns `admin`, `customer-<user id>` or `lab-partner-<lab partner id>` */
export function ownerKey(owner: Owner): string {
  const id = idOf(owner)
  return id === undefined ? owner.audience : `${owner.audience}-${id}`
}

const allAdmins = '00000000-0000-0000-0000-000000000000'

/** @returns the owner as a uuid, which takes 16 bytes instead of 45: the user id, the lab partner id, or zeros for the admins */
export function ownerId(owner: Owner): string {
  return idOf(owner) ?? allAdmins
}

/** The owner of the counts and notifications that a caller sees; null for a lab's user without a lab. */
function ownerOf({ role, userId, labPartnerId }: Caller): Owner | null {
  switch (role) {
    case 'admin':
      return { audience: 'admin' }
    case 'customer':
      return { audience: 'customer', customerId: userId }
    case 'lab-partner':
      return labPartnerId === null ? null : { audience: 'lab-partner', labPartnerId }
  }
}

/** The owner of the counts that a caller sees, as they are stored. */
export function ownerKeyOf(caller: Caller): string | null {
  const owner = ownerOf(caller)
  return owner && ownerKey(owner)
}

/** The owner of the notifications that a caller sees, as they are stored. */
export function notificationOwnerOf(caller: Caller): string | null {
  const owner = ownerOf(caller)
  return owner && ownerId(owner)
}
