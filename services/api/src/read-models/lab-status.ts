import type { LabPartnerStatus } from '@jaanch/contracts/vocabulary'
import { labPartnerDecider } from '@jaanch/domain/lab-partner/decider'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type pg from 'pg'

/** The streams of lab partners. */
export const labPartners = commandHandler(labPartnerDecider)

/** The status of a lab's application, read from the log: it is current even if the projector is behind. */
export async function readLabStatus(
  { logDb }: { logDb: pg.Pool },
  labPartnerId: string,
): Promise<LabPartnerStatus | 'none'> {
  return (await labPartners.load(logDb, labPartnerId)).status
}
