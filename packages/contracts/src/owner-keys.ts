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

/** @throws Error for text that `ownerKey` did not make */
export function parseOwnerKey(key: string): Owner {
  if (key === 'admin') return { audience: 'admin' }
  const [, audience, id] = /^(customer|lab-partner)-(.+)$/.exec(key) ?? []
  if (!audience || !id) throw new Error(`${key} is not an owner key`)
  return audience === 'customer'
    ? { audience, customerId: id }
    : { audience: 'lab-partner', labPartnerId: id }
}
