import type { NotificationKind } from '@jaanch/contracts/notification-kinds'
import { assignmentWordings } from './assignment.ts'
import { criticalWordings } from './critical.ts'
import { recollectionWordings } from './recollection.ts'
import { visitWordings } from './visit.ts'
import type { Wordings } from './wording.ts'

/** The texts of all kinds: a kind without texts does not compile. */
export const wordings: Readonly<Record<NotificationKind, Wordings>> = {
  ...visitWordings,
  ...assignmentWordings,
  ...recollectionWordings,
  ...criticalWordings,
}
