import { randomUUID } from 'node:crypto'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { withoutDeadline } from '@jaanch/platform/deadline'
import type pg from 'pg'
import { applyCatalogue, CatalogueChangedError, type Origin } from '../apply-catalogue.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Counts } from '../compare.ts'
import { newFault } from '../new-fault.ts'
import type { StoredCatalogue } from '../read-catalogue.ts'

type Change = {
  source: Origin['source']
  caller: Caller
  requestId: string
  /** What the caller looked at; undefined: whatever is stored */
  version?: string
}

/**
 * Changes the catalogue, whoever asks for it: by a file, by the page, or with the starter.
 * @param makePlan throws an AppError for what cannot be
 * @throws AppError wrong-status if somebody else changed the catalogue since the caller looked at it
 */
export function changeCatalogue(
  logDb: pg.Pool,
  { source, caller, requestId, version }: Change,
  makePlan: Parameters<typeof applyCatalogue>[2],
): Promise<Counts> {
  const origin = { source, actor: actorOf(caller), correlationId: requestId, version }
  // thousands of rows take longer than a request may wait
  return withoutDeadline(() => applyCatalogue(logDb, randomUUID(), makePlan, origin)).catch((error) => {
    if (!(error instanceof CatalogueChangedError)) throw error
    throw new AppError('wrong-status', 'Somebody changed the catalogue meanwhile. Please look at it again.', {
      cause: error,
    })
  })
}

/** @returns the catalogue. @throws AppError invalid with the first fault that it has and did not have before */
export function checked(stored: StoredCatalogue, next: Catalogue): Catalogue {
  const fault = newFault(stored, next)
  if (fault !== undefined) throw new AppError('invalid', fault)
  return next
}
