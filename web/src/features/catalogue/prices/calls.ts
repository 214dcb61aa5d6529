import type { PriceListView } from '@jaanch/catalogue/price-lists/api'
import { mutate } from 'swr'
import { invalidateMatching } from '@/lib/cache/live-cache'
import { useList, useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { command } from '@/lib/idempotency'

const path = '/api/admin/price-lists'
const onePath = '/api/admin/price-lists/:id'

/** The price lists, without their prices. */
export function usePriceLists() {
  return useList(path)
}

/** A price list with all tests on offer. */
export function usePriceList(id: string) {
  return useResource(onePath, { params: { id } })
}

export async function createPriceList(body: OptionsAt<'POST', typeof path>['body']): Promise<PriceListView> {
  return changed(await command('POST', path, { body }))
}

export type ChangedPriceList = OptionsAt<'PUT', typeof onePath>['body']

/** Saves name, validity and all prices of a list. Refused as `conflict` if it was changed since the version in the body. */
export async function changePriceList(id: string, body: ChangedPriceList): Promise<PriceListView> {
  return changed(await call('PUT', onePath, { params: { id }, body }))
}

/** Ends a list today. Twice is the same as once. */
export async function endPriceList(id: string, version: number): Promise<PriceListView> {
  return changed(await call('POST', '/api/admin/price-lists/:id/end', { params: { id }, body: { version } }))
}

/** Keeps the answer, and invalidates the lists and whatever has a price. */
async function changed(list: PriceListView): Promise<PriceListView> {
  await mutate(urlOf(onePath, { id: list.id }), list, { revalidate: false })
  void mutate(path)
  invalidateMatching(/^\/api\/(packages|search)/)
  return list
}
