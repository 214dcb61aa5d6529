/** Whose counts or notifications a row holds: those of all admins together, one customer or one lab. */
export type Owner =
  | { audience: 'admin' }
  | { audience: 'customer'; customerId: string }
  | { audience: 'lab-partner'; labPartnerId: string }

/** @returns `admin`, `customer-<user id>` or `lab-partner-<lab partner id>` */
export function ownerKey(owner: Owner): string {
  switch (owner.audience) {
    case 'admin':
      return 'admin'
    case 'customer':
      return `customer-${owner.customerId}`
    case 'lab-partner':
      return `lab-partner-${owner.labPartnerId}`
  }
}

const allAdmins = '00000000-0000-0000-0000-000000000000'

/** @returns the owner as a uuid, which takes 16 bytes instead of 45: the user id, the lab partner id, or zeros for the admins */
export function ownerId(owner: Owner): string {
  switch (owner.audience) {
    case 'admin':
      return allAdmins
    case 'customer':
      return owner.customerId
    case 'lab-partner':
      return owner.labPartnerId
  }
}
