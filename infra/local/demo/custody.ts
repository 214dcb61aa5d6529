import type { BookingCommand } from '@jaanch/booking/commands'
import { readStarter } from '@jaanch/catalogue/starter/starter'
import type { CustodyStepCommand } from '@jaanch/collection/custody/commands'
import { planTubes } from '@jaanch/collection/custody/stability'
import type { CustodyPlan } from './booking-plan.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { Step } from './timeline.ts'

const minute = 60_000
const parameterOf = new Map(readStarter().parameters.map((one) => [one.code, one]))

/** The tubes of a booking of this test or package. */
function plannedTubes({ id, specimens, parameters = [] }: CatalogueEntry) {
  return planTubes([
    {
      id,
      specimens: specimens.map(({ specimen, container }) => ({ specimen, container })),
      parameters: parameters.flatMap((code) => parameterOf.get(code) ?? []),
    },
  ])
}

/** @returns who came, drew and received the tubes of a booking, by the stage that the steps belong to */
export function custodySteps(
  { custody, entry }: { custody: CustodyPlan; entry: CatalogueEntry },
  { assignedAt, drawnAt, decidedAt }: { assignedAt: Date; drawnAt: Date; decidedAt: Date },
): Record<'assigned' | 'collected' | 'processed', Step<BookingCommand>[]> {
  const { collectorId, technicianId, recollectionId } = custody
  const plan = plannedTubes(entry)
  const numbers = plan.map(({ number }) => number)
  const rejected = recollectionId ? numbers.slice(0, 1) : []
  const accepted = numbers.filter((number) => !rejected.includes(number))
  const step = (at: Date, by: string, what: CustodyStepCommand): Step<BookingCommand> => ({
    at,
    actor: `lab-partner:${by}`,
    command: { type: 'custody', plan, by, deviceAt: at.toISOString(), offsetMs: 0, step: what },
  })
  const after = (at: Date, ms: number) => new Date(at.getTime() + Math.round(ms))
  // within the two hours that most tubes have
  const way = Math.min(decidedAt.getTime() - drawnAt.getTime(), 110 * minute)
  return {
    assigned: [
      {
        at: assignedAt,
        actor: `lab-partner:${technicianId}`,
        command: { type: 'assignCollector', collectorId },
      },
    ],
    collected: [
      step(after(drawnAt, -6 * minute), collectorId, { type: 'arrive' }),
      step(after(drawnAt, -3 * minute), collectorId, {
        type: 'identify',
        method: 'name-and-birth-date',
        isConfirmed: true,
      }),
      step(drawnAt, collectorId, { type: 'draw', tubes: numbers.map((number) => ({ number })) }),
      step(after(drawnAt, way * 0.5), collectorId, { type: 'handOver', tubes: numbers, temperatureC: 7 }),
    ],
    processed: [
      step(after(drawnAt, way * 0.7), technicianId, { type: 'receive', tubes: numbers, temperatureC: 8 }),
      ...(accepted.length > 0 ? [step(decidedAt, technicianId, { type: 'accept', tubes: accepted })] : []),
      ...(recollectionId ? rejection(recollectionId) : []),
    ],
  }

  function rejection(bookingId: string): Step<BookingCommand>[] {
    const tubes = rejected.map((number) => ({ number, reason: 'haemolysed' as const }))
    return [
      step(after(decidedAt, 1_000), technicianId, { type: 'reject', tubes }),
      {
        at: after(decidedAt, 3_000),
        actor: 'system:recollections',
        command: { type: 'offerRecollection', bookingId, packageIds: [entry.id] },
      },
    ]
  }
}
