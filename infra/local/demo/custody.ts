/** The custody of the demo's tubes: who came, drew and received them. Only Sabar Diagnostics has collectors. */
import { readStarter } from '@jaanch/catalogue/starter/starter'
import type { BookingCommand } from '@jaanch/domain/booking/commands'
import type { CustodyStepCommand } from '@jaanch/domain/custody/commands'
import { planTubes } from '@jaanch/domain/custody/plan'
import type { CatalogueEntry } from './catalogue.ts'
import type { Step } from './timeline.ts'

export type CustodyPlan = {
  collectorId: string
  technicianId: string
  /** The first tube is rejected, and collected again in this booking */
  recollectionId?: string
}

const minute = 60_000
const parameterOf = new Map(readStarter().parameters.map((one) => [one.code, one]))

/** Which tubes a booking of this package has */
function plannedTubes({ id, specimens, parameters = [] }: CatalogueEntry) {
  return planTubes([
    {
      id,
      specimens: specimens.map(({ specimen, container }) => ({ specimen, container })),
      parameters: parameters.flatMap((code) => parameterOf.get(code) ?? []),
    },
  ])
}

/** @param times of the draw, and of the decision on the tubes at the lab */
export function custodySteps(
  { custody, entry }: { custody: CustodyPlan; entry: CatalogueEntry },
  { assignedAt, drawnAt, decidedAt }: { assignedAt: Date; drawnAt: Date; decidedAt: Date },
): Record<'assigned' | 'collected' | 'processed', Step<BookingCommand>[]> {
  const plan = plannedTubes(entry)
  const numbers = plan.map(({ number }) => number)
  const step = (at: Date, by: string, what: CustodyStepCommand): Step<BookingCommand> => ({
    at,
    actor: `lab-partner:${by}`,
    command: { type: 'custody', plan, by, deviceAt: at.toISOString(), offsetMs: 0, step: what },
  })
  const { collectorId, technicianId, recollectionId } = custody
  const before = (minutes: number) => new Date(drawnAt.getTime() - minutes * minute)
  // within the two hours that most tubes have
  const way = Math.min(decidedAt.getTime() - drawnAt.getTime(), 110 * minute)
  const onTheWay = (share: number) => new Date(drawnAt.getTime() + Math.round(way * share))
  const rejected = recollectionId ? numbers.slice(0, 1) : []
  const accepted = numbers.filter((number) => !rejected.includes(number))
  return {
    assigned: [
      {
        at: assignedAt,
        actor: `lab-partner:${technicianId}`,
        command: { type: 'assignCollector', collectorId },
      },
    ],
    collected: [
      step(before(6), collectorId, { type: 'arrive' }),
      step(before(3), collectorId, { type: 'identify', method: 'name-and-birth-date', isConfirmed: true }),
      step(drawnAt, collectorId, { type: 'draw', tubes: numbers.map((number) => ({ number })) }),
      step(onTheWay(0.5), collectorId, { type: 'handOver', tubes: numbers, temperatureC: 7 }),
    ],
    processed: [
      step(onTheWay(0.7), technicianId, { type: 'receive', tubes: numbers, temperatureC: 8 }),
      ...(accepted.length > 0 ? [step(decidedAt, technicianId, { type: 'accept', tubes: accepted })] : []),
      ...rejectionSteps(step, { rejected, decidedAt, custody, entry }),
    ],
  }
}

function rejectionSteps(
  step: (at: Date, by: string, what: CustodyStepCommand) => Step<BookingCommand>,
  {
    rejected,
    decidedAt,
    custody: { technicianId, recollectionId },
    entry,
  }: { rejected: number[]; decidedAt: Date; custody: CustodyPlan; entry: CatalogueEntry },
): Step<BookingCommand>[] {
  if (!recollectionId) return []
  const tubes = rejected.map((number) => ({ number, reason: 'haemolysed' as const }))
  return [
    step(new Date(decidedAt.getTime() + 1_000), technicianId, { type: 'reject', tubes }),
    {
      at: new Date(decidedAt.getTime() + 3_000),
      actor: 'system:recollections',
      command: { type: 'offerRecollection', bookingId: recollectionId, packageIds: [entry.id] },
    },
  ]
}
