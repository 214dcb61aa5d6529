import { z } from 'zod'
import { defineEvent, type EventOf } from './event.ts'

export const labPartnerEvents = {
  LabApplied: defineEvent('LabApplied', z.object({ labPartnerId: z.uuid(), userId: z.uuid() })),
  LabApproved: defineEvent('LabApproved', z.object({})),
  LabRejected: defineEvent('LabRejected', z.object({})),
  /**
   * An admin changed what the ordinary tables say of the lab. `access` is set if the lab was suspended or reinstated: this has no
   * type of its own, because the release before stops projecting at a type that it does not know (decision 43).
   */
  LabDetailsChanged: defineEvent(
    'LabDetailsChanged',
    z.object({ access: z.enum(['suspended', 'reinstated']).optional() }),
  ),
}

export type LabPartnerEvent = EventOf<typeof labPartnerEvents>
