import { randomUUID } from 'node:crypto'
import { criticalCallRoutes } from '@jaanch/contracts/http/critical-calls'
import type { Random } from '@jaanch/infra/local/demo/random'
import type { Crew } from './crew.ts'
import type { LabStaff } from './lab-staff.ts'
import { unlessFaster } from './polite-client.ts'

const shares = { forgotten: 0.1, inVain: 0.3, byTwo: 0.2 }

/** The lab calls about the critical values of a booking, sometimes in vain at first, and sometimes two people at the same moment. */
export async function callAboutCriticalValues(
  { client }: Crew,
  { bookingId, staff }: { bookingId: string; staff: LabStaff },
  random: Random,
): Promise<void> {
  const query = { state: 'open', limit: 500 } as const
  const open = await client.as(staff.technician).call(criticalCallRoutes.listCriticalCalls, { query })
  for (const { id } of open.filter((call) => call.bookingId === bookingId)) {
    if (random.chance(shares.forgotten)) continue
    const record = (token: string, outcome: 'CONFIRMED' | 'UNABLE_TO_REACH') =>
      client.as(token).call(criticalCallRoutes.recordCriticalCall, {
        params: { id },
        body: { outcome, reached: 'customer', by: 'phone' },
        idempotencyKey: randomUUID(),
      })
    if (random.chance(shares.inVain)) await record(staff.technician, 'UNABLE_TO_REACH')
    const callers = random.chance(shares.byTwo) ? [staff.technician, staff.owner] : [staff.technician]
    await Promise.all(callers.map((token) => unlessFaster(record(token, 'CONFIRMED'))))
  }
}
