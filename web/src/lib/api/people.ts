import type { AddressView, FamilyMemberView } from '@jaanch/contracts/http/people'
import { mutate } from 'swr'
import { useList } from '../swr/use-answer'
import { call } from './call'
import type { OptionsAt } from './contract'

const family = '/api/family-members'
const addresses = '/api/customer-addresses'

export function useFamily() {
  return useList(family)
}

export function useAddresses() {
  return useList(addresses)
}

export type FamilyMemberRequest = OptionsAt<'POST', typeof family>['body']
export type AddressRequest = OptionsAt<'POST', typeof addresses>['body']

export async function addFamilyMember(body: FamilyMemberRequest, intent: string): Promise<FamilyMemberView> {
  const member = await call('POST', family, { body, intent })
  await append(family, member)
  return member
}

export async function addAddress(body: AddressRequest, intent: string): Promise<AddressView> {
  const address = await call('POST', addresses, { body, intent })
  await append(addresses, address)
  return address
}

/** Only where the list is known: a list of one would stand for all of them. */
async function append<Row extends { id: string }>(key: string, row: Row): Promise<void> {
  await mutate<Row[]>(key, (rows) => rows && [...rows.filter(({ id }) => id !== row.id), row], {
    revalidate: false,
  })
}
