import { fetchFile } from '../files'
import type { OptionsAt } from '../http/contract'
import { withCommandKey } from '../idempotency'

const path = '/api/bookings/labels'

/** The labels of the tubes of bookings as a PDF. Asked for again after a lost response, the print is recorded once. */
export function fetchLabels(body: OptionsAt<'POST', typeof path>['body']): Promise<Blob> {
  return withCommandKey('labels', body, (idempotencyKey) => fetchFile(path, { body, idempotencyKey }))
}
