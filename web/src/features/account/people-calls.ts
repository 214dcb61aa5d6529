import type { AddressView, FamilyMemberView } from '@jaanch/account/people/api'
import { mutate } from 'swr'
import { forgetConsent } from '@/features/report/reports-calls'
import { useList } from '@/lib/cache/use-resource'
import { ignoreMissing } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { command } from '@/lib/idempotency'

const family = '/api/family-members'
const addresses = '/api/customer-addresses'

export function useFamily() {
  return useList(family)
}

export function useAddresses() {
  return useList(addresses)
}

export type FamilyMemberRequest = OptionsAt<'POST', typeof family>['body']
/** @property confirm the answer to a question that was asked before */
type FamilyMemberChange = OptionsAt<'PUT', '/api/family-members/:id'>['body']
export type AddressRequest = OptionsAt<'POST', typeof addresses>['body']

export async function addFamilyMember(body: FamilyMemberRequest): Promise<FamilyMemberView> {
  const member = await command('POST', family, { body })
  await put(family, member)
  return member
}

/** @param idempotencyKey of who keeps it over a reload */
export async function addAddress(body: AddressRequest, idempotencyKey?: string): Promise<AddressView> {
  const address = await (idempotencyKey
    ? call('POST', addresses, { body, idempotencyKey })
    : command('POST', addresses, { body }))
  await put(addresses, address)
  return address
}

/** @returns the family member, or another one that was added in its place */
export async function changeFamilyMember(id: string, body: FamilyMemberChange): Promise<FamilyMemberView> {
  const member = await call('PUT', '/api/family-members/:id', { params: { id }, body })
  await put(family, member)
  await forgetConsent(id)
  return member
}

export async function removeFamilyMember(id: string): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/family-members/:id', { params: { id } }))
  await remove(family, id)
  await forgetConsent(id)
}

export async function changeAddress(id: string, body: AddressRequest): Promise<AddressView> {
  const address = await call('PUT', '/api/customer-addresses/:id', { params: { id }, body })
  await put(addresses, address)
  return address
}

export async function removeAddress(id: string): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/customer-addresses/:id', { params: { id } }))
  await remove(addresses, id)
}

/** Adds a row, or replaces it. Does nothing if the list is not cached: a list of one row would look complete. */
async function put<Row extends { id: string }>(key: string, row: Row): Promise<void> {
  const withRow = (rows: Row[]) =>
    rows.some(({ id }) => id === row.id)
      ? rows.map((shown) => (shown.id === row.id ? row : shown))
      : [...rows, row]
  await mutate<Row[]>(key, (rows) => rows && withRow(rows), { revalidate: false })
}

async function remove(key: string, id: string): Promise<void> {
  await mutate<{ id: string }[]>(key, (rows) => rows?.filter((row) => row.id !== id), { revalidate: false })
}
