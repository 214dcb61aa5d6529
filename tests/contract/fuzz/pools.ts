/** Values that requests can contain: ids of existing objects, logins and cursors, taken from answers. */
import type { CallName } from '@jaanch/api/calls'
import type { WireAnswer } from '../../support/wire.ts'
import type { Side } from '../matrix/fixture.ts'

type PoolEntry = { id: string; side: Side | undefined }

/** Maximum number of learnt values per pool; seeded values stay. */
const maxLearnt = 30

const unknownId = '00000000-0000-4000-8000-00000000dead'

/** The pool of the ids that a route creates */
const poolOfRoute: Partial<Record<CallName, string>> = {
  createPackage: 'packageId',
  createPriceList: 'priceListId',
  addFamilyMember: 'familyMemberId',
  addAddress: 'addressId',
  uploadPrescription: 'prescriptionId',
  placeBooking: 'bookingId',
  releaseHealthReport: 'reportId',
  registerLabPartner: 'labPartnerId',
  inviteLabPerson: 'labPersonId',
  createShare: 'shareId',
}

export type Pools = {
  /** Adds a value that exists before the requests. */
  seed(pool: string, id: string, side?: Side): void
  /** Replaces each placeholder by a value, three of four times by one of the caller's own side. */
  fill(text: string, side: Side | undefined): string
  /** Adds the values of a successful answer. */
  learn(name: CallName, answer: WireAnswer, side: Side | undefined): void
}

export function createPools(): Pools {
  const seeds = new Map<string, PoolEntry[]>()
  const learnt = new Map<string, PoolEntry[]>()

  function pick(pool: string, n: number, side: Side | undefined): string {
    const all = [...(seeds.get(pool) ?? []), ...(learnt.get(pool) ?? [])]
    const own = all.filter((entry) => entry.side === side)
    const choice = n % 4 > 0 && own.length > 0 ? own : all
    return choice[n % choice.length]?.id ?? unknownId
  }

  return {
    seed(pool, id, side) {
      seeds.set(pool, [...(seeds.get(pool) ?? []), { id, side }])
    },
    fill(text, side) {
      // plain, and as encoded in a query
      return text.replaceAll(/(?:@|%40)([a-zA-Z]+)(?::|%3A)(\d+)(?:@|%40)/g, (_, pool, n) =>
        pick(pool, Number(n), side),
      )
    },
    learn(name, { status, headers, text }, side) {
      const found: [pool: string | undefined, id: string | undefined][] = [
        [poolOfRoute[name], status === 201 ? JSON.parse(text).id : undefined],
        ['cursor', String(headers.link ?? '').match(/cursor=([^&>]+)/)?.[1]],
      ]
      for (const [pool, id] of found) {
        if (!pool || !id) continue
        learnt.set(pool, [...(learnt.get(pool) ?? []), { id, side }].slice(-maxLearnt))
      }
    },
  }
}
