import type { LabPartnerEvent } from '@jaanch/contracts/events/lab-partner'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import type { LabPartnerStatus } from '@jaanch/contracts/vocabulary'
import { fold } from '@jaanch/domain/decider'
import { labPartnerDecider } from '@jaanch/domain/lab-partner/decider'
import { readStream } from '@jaanch/eventlog/read'
import type { Context } from '../../context.ts'

/** What became of a lab's application, from the log itself: true the moment that an admin decided. */
export async function labStatus(
  context: Pick<Context, 'logDb'>,
  labPartnerId: string,
): Promise<LabPartnerStatus | 'none'> {
  const events = await readStream(context.logDb, streamId('lab', labPartnerId))
  return fold(labPartnerDecider, events as Recorded<LabPartnerEvent>[]).status
}
