/** The custody of its tubes as a facet of the booking's stream. */
import { allowed, type Facet, over, proposed } from '@jaanch/booking/facet'
import type { ProgressEvent } from '@jaanch/booking/progress'
import type { CustodyCommand } from './commands.ts'
import { decideCustody, printLabels } from './decide.ts'
import { type CustodyEvent, custodyEvents } from './events.ts'
import { evolveCustody } from './evolve.ts'

type Custody = Facet<CustodyCommand, CustodyEvent, CustodyEvent | ProgressEvent>

export const custody: Custody = {
  transitions: {
    printLabels: allowed({ [proposed]: 'wrong-status', ...over }),
    // a step with a tube is a fact, whatever became of the booking
    custody: allowed({ [proposed]: 'wrong-status' }),
  },
  decisions: { printLabels, custody: decideCustody },
  evolve: evolveEach(),
}

/** Each of the events changes the custody, and nothing else of the booking. */
function evolveEach(): Custody['evolve'] {
  const types = Object.keys(custodyEvents) as CustodyEvent['type'][]
  const each = types.map((type) => [
    type,
    ({ custody }: { custody: Parameters<typeof evolveCustody>[0] }, data: CustodyEvent['data']) => ({
      custody: evolveCustody(custody, { type, data } as CustodyEvent),
    }),
  ])
  return Object.fromEntries(each)
}
