import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import type { Audit } from '../../auth/audit.ts'
import type { Caller } from '../../auth/caller.ts'

/**
 * Adds to the audit trail that an admin is shown what customers and admins noted on prescriptions, before the answer: once for each
 * account, prescription and day. What customers see of their own is not recorded.
 * @throws if the audit trail is unavailable
 */
export async function recordNotes<View extends PrescriptionView | readonly PrescriptionView[]>(
  { audit }: { audit: Audit },
  caller: Caller,
  shown: View,
): Promise<View> {
  if (caller.role === 'customer') return shown
  const noted = [shown].flat().filter(({ notes, adminNotes }) => notes !== null || adminNotes !== null)
  await audit.recordLooks(
    caller,
    noted.map(({ id, customerId }) => ({
      action: 'notes-seen',
      userId: customerId,
      object: `prescription:${id}`,
    })),
  )
  return shown
}
