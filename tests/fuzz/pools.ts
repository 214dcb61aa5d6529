/** What is there to be named: ids of things, logins and cursors, as the answers gave them. */
import type { RouteName } from '@jaanch/contracts/http/routes'
import type { Side } from '../matrix/world.ts'
import type { WireAnswer } from '../support/wire.ts'

type Named = { id: string; side: Side | undefined }

/** Of what the requests make; what was there before them is never forgotten. */
const remembered = 30

const nothings = '00000000-0000-4000-8000-00000000dead'

/** Whose answer carries the id of what */
const made: Partial<Record<RouteName, string>> = {
  createPackage: 'packageId',
  addFamilyMember: 'familyMemberId',
  addAddress: 'addressId',
  uploadPrescription: 'prescriptionId',
  placeBooking: 'bookingId',
  releaseHealthReport: 'reportId',
  registerLabPartner: 'labPartnerId',
}

export type Pools = {
  /** Adds what is there before the requests. */
  seed(pool: string, id: string, side?: Side): void
  /** Puts an id in the place of each placeholder: three of four times one of the caller's own side. */
  fill(text: string, side: Side | undefined): string
  /** Keeps what a good answer makes known. */
  learn(name: RouteName, answer: WireAnswer, side: Side | undefined): void
}

export function createPools(): Pools {
  const seeds = new Map<string, Named[]>()
  const learnt = new Map<string, Named[]>()

  function pick(pool: string, n: number, side: Side | undefined): string {
    const all = [...(seeds.get(pool) ?? []), ...(learnt.get(pool) ?? [])]
    const own = all.filter((one) => one.side === side)
    const choice = n % 4 > 0 && own.length > 0 ? own : all
    return choice[n % choice.length]?.id ?? nothings
  }

  return {
    seed(pool, id, side) {
      seeds.set(pool, [...(seeds.get(pool) ?? []), { id, side }])
    },
    fill(text, side) {
      // as it is, and as a query carries it
      return text.replaceAll(/(?:@|%40)([a-zA-Z]+)(?::|%3A)(\d+)(?:@|%40)/g, (_, pool, n) =>
        pick(pool, Number(n), side),
      )
    },
    learn(name, { status, headers, text }, side) {
      const found: [pool: string | undefined, id: string | undefined][] = [
        [made[name], status === 201 ? JSON.parse(text).id : undefined],
        ['cursor', String(headers.link ?? '').match(/cursor=([^&>]+)/)?.[1]],
      ]
      for (const [pool, id] of found) {
        if (!pool || !id) continue
        learnt.set(pool, [...(learnt.get(pool) ?? []), { id, side }].slice(-remembered))
      }
    },
  }
}
