import { AppError } from '@jaanch/contracts/errors'
import { z } from 'zod'

export const requestRow = z.object({ request_hash: z.string().nullable() })

/** Did this request make the row that its Idempotency-Key stands for? @throws AppError key-reused */
export function checkSameRequest(row: z.output<typeof requestRow>, requestHash: string): void {
  // a row from before hashes were kept is taken on trust
  if (row.request_hash !== null && row.request_hash !== requestHash) throw new AppError('key-reused')
}
